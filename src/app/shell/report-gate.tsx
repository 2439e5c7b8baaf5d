import { lazy, Suspense, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { closeReport, reportPrompt } from '../../data/state/report-prompt'

const ReportDialog = lazy(async () => ({
  default: (await import('../../parts/member/report-dialog')).ReportDialog,
}))

/** «Signaler», asked for from a profile, a sortie, a message or a photo. */
export const ReportGate = () => {
  const { open, last } = useSnapshot(reportPrompt)
  // what one member was about to report is not for who signs in next
  useEffect(() => () => void Object.assign(reportPrompt, { open: false, last: null }), [])
  return last ? (
    <Suspense fallback={null}>
      <ReportDialog key={last.id} {...last} open={open} onClose={closeReport} />
    </Suspense>
  ) : null
}
