import { lazy, Suspense } from 'react'
import type { ProfileSlots } from '../../features/profile/screen'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows'

const AlbumsView = lazy(async () => ({
  default: (await import('../../features/albums/panel')).AlbumsView,
}))
const SharedEvents = lazy(async () => ({
  default: (await import('../../features/events/panel')).SharedEvents,
}))

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
