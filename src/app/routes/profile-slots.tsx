import { Suspense } from 'react'
import { lazyPart } from '../../data/start/lazy-part'
import type { ProfileSlots } from '../../features/profile/screen'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows'

const AlbumsView = lazyPart(() => import('../../features/albums/panel').then((m) => m.AlbumsView))
const SharedEvents = lazyPart(() =>
  import('../../features/events/panel').then((m) => m.SharedEvents),
)

/**
 * What albums and events show inside a profile: features cannot import each other, so app combines
 * them.
 */
export const profileSlots: ProfileSlots = {
  albums: (accountId, albumId) => <AlbumsView accountId={accountId} albumId={albumId} />,
  events: (accountId) => (
    <Suspense fallback={<SkeletonRows count={3} />}>
      <SharedEvents accountId={accountId} />
    </Suspense>
  ),
}
