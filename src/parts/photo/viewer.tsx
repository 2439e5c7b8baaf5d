import { Suspense, type ComponentProps } from 'react'
import { lazyPart } from '../../data/start/lazy-part'

const PhotoViewer = lazyPart(() => import('./photo-viewer').then((m) => m.PhotoViewer))

/** Pictures over the whole screen, whose code is loaded with the first one; `index` null: none. */
export const Viewer = (props: ComponentProps<typeof PhotoViewer>) =>
  props.index === null ? null : (
    <Suspense fallback={null}>
      <PhotoViewer {...props} />
    </Suspense>
  )
