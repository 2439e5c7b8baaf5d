/**
 * Photos that the phone's share sheet has handed over: records by number, until they are in a
 * composer.
 */
export const SHARED_DB = 'shared'
/** Choices of this device that the service worker has to know: `discreet`. */
export const CHOICES_DB = 'choices'

/** Content from the share sheet. `at`: ms since epoch. */
export interface SharedContent<F> {
  readonly files: readonly F[]
  readonly text: string
  readonly at: number
}
/** Shared content is deleted when no conversation was chosen for this long. */
export const SHARED_MS = 3_600_000
