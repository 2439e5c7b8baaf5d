import { Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { lazyPart } from '../../data/start/lazy-part'
import { faceGate } from './face-gate'

const BlurBatch = lazyPart(() => import('./blur-batch').then((m) => m.BlurBatch))

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
