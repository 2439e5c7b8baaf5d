import type { ComponentProps } from 'react'
import { ProfilePanel as Panel } from '../../features/profile/panel'
import { profileSlots } from './profile-slots'

/** The profile panel with the parts that other features add to it. */
export const ProfilePanel = (props: Omit<ComponentProps<typeof Panel>, 'slots'>) => (
  <Panel {...props} slots={profileSlots} />
)
