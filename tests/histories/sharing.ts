import { pick, type Act } from './act'
import { awaitEvent } from './events'

export const share =
  (on: boolean) =>
  async (act: Act): Promise<void> => {
    const { stage, b } = act
    const other = 1 + (b % 4)
    const change = async (): Promise<void> => {
      const answer = await stage
        .deviceOf(0)
        .call('PATCH', `/api/relations/${stage.accountId(other)}/sharing`, {
          shareNames: on,
        })
      // before the first setting and without a conversation: refused
      if (answer.status < 300 && on) stage.model.names.add(`0>${other}`)
      if (answer.status < 300 && !on) stage.model.names.delete(`0>${other}`)
    }
    if (on && stage.model.areRelations(0, other)) stage.model.names.add(`0>${other}`)
    await (on ? change() : stage.narrow(change))
    if (on && !stage.model.areRelations(0, other)) return
    await stage.deviceOf(other).call('GET', `/api/accounts/${stage.accountId(0)}`)
  }
export const shareAlbum =
  (on: boolean) =>
  async ({ stage, b }: Act): Promise<void> => {
    const other = 1 + (b % 2)
    const answer = await stage
      .deviceOf(0)
      .call('PATCH', `/api/relations/${stage.accountId(other)}/sharing`, {
        [on ? 'addedAlbumIds' : 'removedAlbumIds']: [stage.albumId],
      })
    if (answer.status >= 300) return
    if (on) stage.model.album.add(other)
    else stage.model.album.delete(other)
    await fetchPhoto({ stage, b })
  }
/** A member asks for a link to the photo of the private album, and for its bytes. */
export const fetchPhoto = async ({ stage, b }: Pick<Act, 'stage' | 'b'>): Promise<void> => {
  const other = 1 + (b % 2)
  const device = stage.deviceOf(other)
  const { status, body } = await device.call('GET', `/api/media/${stage.photoId}/url`)
  const allowed = stage.model.album.has(other)
  if (status < 300 !== allowed)
    return stage.fault(`a photo of a private album: ${status}, allowed: ${allowed}`)
  if (!allowed) return
  const { signed_url } = body as { signed_url: string }
  const path = new URL(signed_url, 'http://any')
  if (!(await device.download('GET', `${path.pathname}${path.search}`)))
    stage.fault('a signed link was refused')
}
const PAIRS = [
  [0, 1],
  [1, 2],
] as const
export const block = async ({ stage, b, c }: Act): Promise<void> => {
  const [x, y] = pick(PAIRS, b) ?? [0, 1]
  const [who, whom] = c % 2 === 0 ? [x, y] : [y, x]
  if (stage.model.blocker(x, y) !== undefined) return unblock({ stage, b } as Act)
  await stage.narrow(async () => {
    const answer = await stage
      .deviceOf(who)
      .call('POST', `/api/accounts/${stage.accountId(whom)}/block`)
    if (stage.expect(answer, true, 'block')) stage.model.block(who, whom)
  })
  if (x === 0) await awaitEvent(stage, y, false)
}
export const unblock = async ({ stage, b }: Act): Promise<void> => {
  const [x, y] = pick(PAIRS, b) ?? [0, 1]
  const who = stage.model.blocker(x, y)
  if (who === undefined) return
  const answer = await stage
    .deviceOf(who)
    .call('DELETE', `/api/accounts/${stage.accountId(who === x ? y : x)}/block`)
  if (stage.expect(answer, true, 'unblock')) stage.model.unblock(x, y)
}

export const note = async ({ stage, device, b }: Act): Promise<void> => {
  const about = (device.member + 1 + (b % 4)) % 5
  const word = stage.word()
  stage.model.keep(word, { kind: 'note', author: device.member })
  await device.call('POST', `/api/accounts/${stage.accountId(about)}/feelings`, {
    global_comment: word,
    identity_feelings: {},
  })
  await stage
    .deviceOf(about)
    .call('GET', `/api/accounts/${stage.accountId(device.member)}/feelings`)
}
export const signOut = async ({ stage, device }: Act): Promise<void> => {
  // one device of each member stays signed in, for the checks
  if (stage.devices.filter((d) => d.member === device.member && !d.signedOut).length < 2) return
  await device.signOut()
}
