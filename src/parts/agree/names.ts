import { withDe } from '../../lib/text'

interface Account {
  readonly identities: readonly {
    readonly id: string
    readonly firstname: string | null
    readonly identity_handle: string
  }[]
}
/** The own account, as far as names of its identities go. */
export type Names = Account | null | undefined

export const identityName = (account: Names, id: string): string => {
  const one = account?.identities.find((i) => i.id === id)
  return one?.firstname ?? one?.identity_handle ?? 'votre moitié'
}
/** «Léa et Hugo». */
export const identityNames = (account: Names, ids: readonly string[]): string =>
  ids.map((id) => identityName(account, id)).join(' et ')
/** «de Léa et d’Antoine». */
export const identityNamesWithDe = (account: Names, ids: readonly string[]): string =>
  ids.map((id) => withDe(identityName(account, id))).join(' et ')

/** Identities that may agree here: the acting one, in both mode each whose yes is missing. */
export const identitiesToAgree = (
  missing: readonly string[],
  mode: 'single' | 'both',
  acting: string | null,
): readonly string[] => (mode === 'both' ? missing : missing.filter((id) => id === acting))
