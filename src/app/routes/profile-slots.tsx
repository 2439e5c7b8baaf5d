import { lazy, Suspense } from 'react'
import type { ProfileSlots } from '../../features/profile/screen'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows'

const AlbumsView = lazy(async () => ({
  default: (await import('../../features/albums/panel')).AlbumsView,
}))
const SharedEvents = lazy(async () => ({
  default: (await import('../../features/events/panel')).SharedEvents,
}))

/** What the rooms of albums and outings show inside a profile: a room cannot import another, so they meet here. */
export const profileSlots: ProfileSlots = {
  albums: (accountId) => <AlbumsView accountId={accountId} />,
  events: (accountId) => (
    <Suspense fallback={<SkeletonRows count={3} />}>
      <SharedEvents accountId={accountId} />
    </Suspense>
  ),
}
