/** A field of a spreadsheet: quoted, and never read as a formula. */
const field = (value: string | number): string => {
  if (typeof value === 'number') return String(value).replace('.', ',')
  return `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replace(/"/g, '""')}"`
}

/** A table as French spreadsheets read it: semicolons, decimal commas, a byte order mark. */
export const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(field).join(';')).join('\r\n')}\r\n`

export const saveCsv = (text: string, name: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // the browser reads it after this task
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
