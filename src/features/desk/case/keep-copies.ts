import { keepEvidence } from '#contract/staff/evidence'
import { toast } from '../../../data/state/toasts'
import { dateLong } from '../../../lib/dates'
import { staffCall } from '../state/desk'

/** What is wrong with the reason of an act for an authority, by field. */
export const reasonErrors = (reason: string) => ({
  reason: reason.trim().length < 3 ? 'Écrivez pourquoi en quelques mots.' : undefined,
})

/** Keeps the copies of a case for an authority, and says until when. */
export const keepCopies = async (id: string, reason: string): Promise<void> => {
  const { until } = await staffCall(keepEvidence, {
    params: { id },
    body: { reason: reason.trim() },
  })
  toast(`Copies gardées au moins jusqu’au ${dateLong(until)}.`, { kind: 'success' })
}
