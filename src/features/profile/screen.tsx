import { useSnapshot } from 'valtio'
import { session } from '../../data/session/session'
import { OtherProfile, type ProfileSlots } from './view/other'
import { OwnProfile } from './view/own'

export type { ProfileSlots } from './view/other'

/** /profile and /profile/{id}; one's own id shows one's own profile. */
export const ProfileScreen = ({ id, slots }: { id: string | null; slots: ProfileSlots }) => {
  const { accountId } = useSnapshot(session)
  return id === null || id === accountId ? (
    <OwnProfile />
  ) : (
    <OtherProfile key={id} id={id} slots={slots} />
  )
}
