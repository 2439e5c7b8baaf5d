/** Photos that the phone's share sheet has handed over: records by number, until they are in a composer. */
export const SHARED_DB = 'shared'
/** Choices of this device that the service worker has to know: `discreet`. */
export const CHOICES_DB = 'choices'

/** What the share sheet handed over, in one record. `at`: ms since epoch. */
export interface Shared<F> {
  readonly files: readonly F[]
  readonly text: string
  readonly at: number
}
/** Nobody chose a conversation for this long: it is forgotten. */
export const SHARED_MS = 3_600_000
