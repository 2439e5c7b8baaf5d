import { lazy, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { faceGate } from './face-gate'

const BlurBatch = lazy(async () => ({ default: (await import('./blur-batch')).BlurBatch }))

/** Shows the editor that `checkFaces` asks for. Mount it once, at the root. */
export const FaceGateHost = () => {
  const { asked } = useSnapshot(faceGate)
  if (!asked) return null
  return (
    <Suspense fallback={null}>
      <BlurBatch key={asked.photos[0]?.id} photos={asked.photos} onDone={asked.answer} />
    </Suspense>
  )
}
