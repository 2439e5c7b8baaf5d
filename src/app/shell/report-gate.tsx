import { Suspense, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { closeReport, forgetReport, reportPrompt } from '../../data/state/report-prompt'
import { lazyPart } from '../../data/start/lazy-part'

const ReportDialog = lazyPart(() =>
  import('../../parts/member/report-dialog').then((m) => m.ReportDialog),
)

/** «Signaler», opened from a profile, an event, a message or a photo. */
export const ReportGate = () => {
  const { open, last } = useSnapshot(reportPrompt)
  useEffect(() => forgetReport, [])
  return last ? (
    <Suspense fallback={null}>
      <ReportDialog key={last.id} {...last} open={open} onClose={closeReport} />
    </Suspense>
  ) : null
}
