import { memo } from 'react'
import type { RelationPoint } from '#contract/radar'
import { usePresence } from '../../data/session/presence'
import { AccountAvatar } from '../../parts/member/avatar'
import { IconEvents, IconMap } from '../../ui/icons/nav'
import type { MapMarker } from './markers'

const RelationFace = ({ relation, size }: { relation: RelationPoint; size: number }) => {
  const presence = usePresence(relation.with_account_id)
  return (
    <AccountAvatar
      account={{
        account_handle: relation.with_account_handle,
        avatar_url: relation.avatar_url,
        identities: relation.identities,
      }}
      size={size}
      online={presence?.isOnline ?? relation.is_online}
    />
  )
}

/**
 * The content of a marker: avatar of a relation, icon of an event or a place. The button around it
 * has the name.
 */
export const MarkerFace = memo(
  ({ marker: { data }, size = 40 }: { marker: MapMarker; size?: number }) => {
    if ('relation' in data) return <RelationFace relation={data.relation} size={size} />
    return data.type === 'event' ? <IconEvents size={22} /> : <IconMap size={22} />
  },
)
MarkerFace.displayName = 'MarkerFace'
