import { useSnapshot } from 'valtio'
import { session } from '../../data/session'
import { OtherProfile } from './other'
import { OwnProfile } from './own'

/** /profile and /profile/{id}; one's own id shows one's own profile. */
export const ProfileScreen = ({ id }: { id: string | null }) => {
  const { accountId } = useSnapshot(session)
  return id === null || id === accountId ? <OwnProfile /> : <OtherProfile id={id} />
}
