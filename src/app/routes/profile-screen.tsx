import { ProfileScreen as Screen } from '../../features/profile/screen'
import { profileSlots } from './profile-slots'

/** The profile page with what the other rooms show in it. */
export const ProfileScreen = ({ id }: { id: string | null }) => (
  <Screen id={id} slots={profileSlots} />
)
