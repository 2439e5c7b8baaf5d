import { ProfilePanel as Panel } from '../../features/profile/panel'
import { profileSlots } from './profile-slots'

/** The profile panel with the parts that other features add to it. */
export const ProfilePanel = (props: {
  id: string
  album?: string | undefined
  open: boolean
  level: number
  onClose: () => void
}) => <Panel {...props} slots={profileSlots} />
