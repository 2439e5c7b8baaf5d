/** The notices of all packages that are run or served, as one text. */
export const notices: () => string
export const writeNotices: (file: string) => void
