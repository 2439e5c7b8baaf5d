interface Names {
  readonly identities: readonly {
    readonly id: string
    readonly firstname: string | null
    readonly identity_handle: string
  }[]
}
type Own = Names | null | undefined

export const nameOf = (account: Own, id: string): string => {
  const one = account?.identities.find((i) => i.id === id)
  return one?.firstname ?? one?.identity_handle ?? 'votre moitié'
}
/** «Léa et Hugo». */
export const namesOf = (account: Own, ids: readonly string[]): string =>
  ids.map((id) => nameOf(account, id)).join(' et ')

/** Identities that may agree here: the acting one, in both mode each whose yes is missing. */
export const askedOf = (
  missing: readonly string[],
  mode: 'single' | 'both',
  acting: string | null,
): readonly string[] => (mode === 'both' ? missing : missing.filter((id) => id === acting))
