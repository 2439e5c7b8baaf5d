import type { PanelProps } from '../../data/state/panels'
import { ProfilePanel as Panel } from '../../features/profile/panel'
import { profileSlots } from './profile-slots'

/** The profile panel with the parts that other features add to it. */
export const ProfilePanel = (props: PanelProps & { id: string; album?: string | undefined }) => (
  <Panel {...props} slots={profileSlots} />
)
