import { ProfileScreen as Screen } from '../../features/profile/screen'
import { profileSlots } from './profile-slots'

/** The profile page with the parts that other features add to it. */
export const ProfileScreen = ({ id }: { id: string | null }) => (
  <Screen id={id} slots={profileSlots} />
)
