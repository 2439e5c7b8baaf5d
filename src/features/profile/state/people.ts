/** The identities in the order of person1 and person2: the primary one first. */
export const primaryFirst = <T extends { readonly is_primary: boolean }>(
  identities: readonly T[],
): T[] => [...identities].sort((a, b) => Number(b.is_primary) - Number(a.is_primary))

/** A first name under either of its two spellings; null when there is none, or it is not shown. */
export const firstNameOf = (
  person: {
    readonly firstName?: string | null | undefined
    readonly first_name?: string | null | undefined
  } | null,
): string | null => person?.firstName?.trim() || person?.first_name?.trim() || null

/** A rated entry, or one with a comment. */
export const isFilled = (value: number | null | undefined, comment: string | undefined): boolean =>
  typeof value === 'number' || Boolean(comment)
