import type { Measure, Restriction } from '#contract/staff/measures'
import { onDeskForgotten } from './desk'

/** A decision that is being written. */
export interface DecisionDraft {
  readonly measure: Measure | null
  readonly rule: string
  readonly facts: string
  /** Facts as the template had them: the next measure may replace them. */
  readonly template: string
  readonly days: number
  readonly scopes: readonly Restriction[]
  /** Of a couple, whom a restriction is limited to; null: the account. */
  readonly identity: string | null
  /** Of a couple, whose faces were recognised. */
  readonly persons: readonly string[]
}
/** In memory only: what is written about members stays on no device. */
const drafts = new Map<string, DecisionDraft>()
export const decisionDraftOf = (caseId: string): DecisionDraft | undefined => drafts.get(caseId)
export const keepDecisionDraft = (caseId: string, draft: DecisionDraft | null): void => {
  if (draft) drafts.set(caseId, draft)
  else drafts.delete(caseId)
}
onDeskForgotten(() => drafts.clear())
