import { useState } from 'react'
import type { Gender } from '#contract/common'
import { useSignedUrl } from '../../data/media/media-urls'
import { Avatar, type AvatarRing } from '../../ui/display/avatar'
import { AvatarPair } from '../../ui/display/avatar-pair'

interface IdentityFace {
  readonly id: string
  readonly identity_handle: string
  readonly gender: Gender
  readonly avatar_url: string | null
}
export interface AccountFace {
  readonly account_handle: string
  readonly avatar_url: string | null
  readonly identities: readonly IdentityFace[]
  readonly deleted?: boolean
}

interface Look {
  readonly size?: number | undefined
  readonly online?: boolean | undefined
  readonly hidden?: boolean | undefined
  readonly label?: string | undefined
  readonly ring?: AvatarRing | undefined
}

/** Avatars are tried four times (three retries). */
const LINK = { variant: 'thumbnail', retries: 3, delayMs: 'backoff' } as const
/**
 * A picture that is shown outlives its link of a minute: another address would load it again. It
 * goes when the link is dropped.
 */
const useFace = (ref: string | null): string | undefined => {
  const { url } = useSignedUrl(ref, LINK)
  const [kept, setKept] = useState({ ref, url })
  if (kept.ref !== ref || (kept.url === null) !== (url === null)) setKept({ ref, url })
  return (kept.ref === ref ? kept.url : url) ?? undefined
}

/** A member: their photo, else their initials; a couple without a photo of both is two circles. */
export const AccountAvatar = ({ account, ...look }: { account: AccountFace } & Look) => {
  const own = useFace(account.avatar_url)
  const [first, second] = account.identities
  const a = useFace(account.avatar_url ? null : (first?.avatar_url ?? null))
  const b = useFace(account.avatar_url ? null : (second?.avatar_url ?? null))
  if (!account.avatar_url && first && second && !account.deleted)
    return (
      <AvatarPair
        first={{ name: first.identity_handle, src: a }}
        second={{ name: second.identity_handle, src: b }}
        {...look}
      />
    )
  return <Avatar name={account.account_handle} src={own ?? a} {...look} />
}

/** One identity, or anything that has a name and perhaps a picture. */
export const NamedAvatar = ({
  name,
  avatar,
  ...look
}: { name: string; avatar: string | null } & Look) => (
  <Avatar name={name} src={useFace(avatar)} {...look} />
)

/** Two members of a group that has no picture of its own. */
export const GroupAvatar = ({
  first,
  second,
  ...look
}: { first: AccountFace; second: AccountFace } & Look) => {
  const face = (a: AccountFace): string | null =>
    a.avatar_url ?? a.identities[0]?.avatar_url ?? null
  const [a, b] = [useFace(face(first)), useFace(face(second))]
  return (
    <AvatarPair
      first={{ name: first.account_handle, src: a }}
      second={{ name: second.account_handle, src: b }}
      {...look}
    />
  )
}
