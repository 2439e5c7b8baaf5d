import { usePresence } from '../../data/presence'
import { AccountAvatar } from '../../parts/avatar'
import { IconEvents, IconMap } from '../../ui/icons/nav'
import type { MapMarker } from './markers'

/** What stands in a marker: the face of a relation, the sign of an outing or a place. The button around it says the name. */
export const MarkerFace = ({ marker: { data }, size = 40 }: { marker: MapMarker; size?: number }) => {
  const relation = 'relation' in data ? data.relation : null
  const presence = usePresence(relation?.with_account_id ?? null)
  if (relation) return <AccountAvatar account={{ account_handle: relation.with_account_handle, avatar_url: relation.avatar_url, identities: relation.identities }} size={size} online={presence?.isOnline ?? relation.is_online} />
  return data.type === 'event' ? <IconEvents size={22} /> : <IconMap size={22} />
}
