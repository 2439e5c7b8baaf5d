import { proxy } from 'valtio'
import type { ReportKind } from '#contract/safety'
import { onForget } from '../session/state'

/**
 * What is being reported: title of the dialog, kind and id. `memberId`: the account behind it, which
 * can be blocked at once.
 */
interface Reported {
  readonly kind: ReportKind
  readonly id: string
  readonly title: string
  readonly memberId?: string | null
}

/** The report being written; `last` is kept while its dialog closes. Any screen can open one. */
export const reportPrompt = proxy<{ open: boolean; last: Reported | null }>({
  open: false,
  last: null,
})
/** A report must not outlive the session it was begun in, nor leave in the name of the next account. */
export const forgetReport = (): void =>
  void Object.assign(reportPrompt, { open: false, last: null })
onForget(forgetReport)

export const openReport = (what: Reported): void => {
  reportPrompt.last = what
  reportPrompt.open = true
}
export const closeReport = (): void => {
  reportPrompt.open = false
}
