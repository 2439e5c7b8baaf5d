import sharp from 'sharp'
import { acceptJoinLink, createJoinLink } from '#contract/profile/profile'
import type { Member, TestApp } from '../server/server'
import { upload } from './world'

/** A second login for a couple's account. */
export const secondLogin = async (t: TestApp, first: Member): Promise<Member> => {
  const { url } = (await first.call(createJoinLink, { body: { kind: 'partner' } })).body.link
  const second = await t.member()
  await t.ctx.db
    .updateTable('users')
    .set({ account_id: null })
    .where('id', '=', second.userId)
    .execute()
  const token = new URL(url ?? '').pathname.split('/').at(-1) ?? ''
  await second.call(acceptJoinLink, { params: { token } })
  return Object.assign(second, { accountId: first.accountId, identityIds: first.identityIds })
}

/** A couple's account as one of its identities; the member itself acts as both. */
export const as = (who: Member, k: 0 | 1): Pick<Member, 'call'> => ({
  call: (route, ...input) => {
    who.identity = who.identityIds[k] ?? null
    // the header is read before the first wait
    const answer = who.call(route, ...input)
    who.identity = null
    return answer
  },
})

/** A picture unlike those of other seeds, also for the hash that recognises a photo. */
export const pattern = async (seed: number): Promise<Buffer> => {
  const [width, height] = [64, 48]
  let state = seed * 2_654_435_761 + 1
  const cells = Array.from({ length: 16 * 12 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 24
  })
  const px = Buffer.from(
    Array.from({ length: width * height }, (_, i) => {
      const [x, y] = [i % width, Math.floor(i / width)]
      return cells[Math.floor(y / 4) * 16 + Math.floor(x / 4)] ?? 0
    }),
  )
  return sharp(px, { raw: { width, height, channels: 1 } })
    .toColourspace('srgb')
    .jpeg()
    .toBuffer()
}

let seeds = 0
/** Adds a photo on which these persons are; returns its id. */
export const addPhoto = async (
  who: Member,
  shows: readonly string[],
  bytes?: Buffer,
): Promise<string> => {
  const fields = { people: shows.length > 0 ? 'named' : 'nobody', shows: JSON.stringify(shows) }
  const picture = bytes ?? (await pattern((seeds += 1)))
  const { status, body } = await upload(who, picture, 'photo.jpg', 'image/jpeg', fields)
  if (status !== 201) throw new Error(`upload: ${status} ${JSON.stringify(body)}`)
  return body.media_id
}
