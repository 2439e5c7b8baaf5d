import { lazy, Suspense, type ComponentProps } from 'react'

const PhotoViewer = lazy(async () => ({ default: (await import('./photo-viewer')).PhotoViewer }))

/** Pictures over the whole screen, whose code is loaded with the first one; `index` null: none. */
export const Viewer = (props: ComponentProps<typeof PhotoViewer>) =>
  props.index === null ? null : (
    <Suspense fallback={null}>
      <PhotoViewer {...props} />
    </Suspense>
  )
