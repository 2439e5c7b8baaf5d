import type { setPeople } from '#contract/agreements'
import type { PhotoPeople } from '#contract/profile/people'
import type { ParsedInput } from '#contract/route'
import { requireOwnMedia } from '../access/media'
import { requireNoParting } from '../access/parting'
import { reservePicturePlaces } from '../access/pictures'
import type { Ctx, Viewer } from '../context'
import { idsOrNone, type Conn } from '../db/dialect'
import { fail } from '../fail'
import { lockPhotos, nameSubjects, peopleByPhoto } from '../media/service'
import { announceHidden, hidePhoto } from './hiding'
import { announceAgreed, showAgreedPhoto, notifyOwnScreens } from './tell'

/**
 * Persons left out by a correction are requested to confirm it: only their own word removes them.
 */
const leaveOut = async (
  trx: Conn,
  mediaId: string,
  shows: readonly string[],
  now: number,
): Promise<string[]> => {
  const left = await trx
    .updateTable('media_subjects')
    .set({ corrected_at: now })
    .where('media_id', '=', mediaId)
    .where('corrected_at', 'is', null)
    .where('identity_id', 'not in', idsOrNone(shows))
    .returning('identity_id')
    .execute()
  await trx
    .updateTable('media_subjects')
    .set({ corrected_at: null })
    .where('media_id', '=', mediaId)
    .where('identity_id', 'in', idsOrNone(shows))
    .execute()
  return left.map((row) => row.identity_id)
}

/** The people on an own photo. Fails with `media_not_yours`. */
export const readPhotoPeople = async (
  ctx: Ctx,
  viewer: Viewer,
  mediaId: string,
): Promise<PhotoPeople> => {
  const [media] = await requireOwnMedia(ctx.db, viewer, [mediaId], 'own')
  return (
    (media && (await peopleByPhoto(ctx.db, [media])).get(mediaId)) ?? { people: null, subjects: [] }
  )
}

/**
 * Sets the subjects of an existing photo. Until new ones agree, others no longer see it; messages
 * lose it. Persons left out have to confirm it. Fails with `media_not_yours`, `foreign_identity`,
 * `parting_open`.
 */
export const savePeople = async (
  ctx: Ctx,
  viewer: Viewer,
  mediaId: string,
  body: ParsedInput<typeof setPeople>['body'],
): Promise<PhotoPeople> => {
  const shows = body.people === 'named' ? [...new Set(body.shows)] : []
  const now = ctx.now()
  const done = await ctx.db.transaction().execute(async (trx) => {
    // locked before it is checked: a parting may move it to another account at the same moment
    await lockPhotos(trx, [mediaId])
    const [media] = await requireOwnMedia(trx, viewer, [mediaId])
    if (!media || viewer.identityIds.length < 2) return fail('not_found')
    if (shows.some((id) => !viewer.identityIds.includes(id))) fail('foreign_identity')
    if (body.people === 'named' && shows.length === 0) fail('invalid_payload')
    const known = await trx
      .selectFrom('media_subjects')
      .where('media_id', '=', mediaId)
      .select('identity_id')
      .execute()
    const [only] = shows
    const isNewAlone = shows.length === 1 && (known.length !== 1 || known[0]?.identity_id !== only)
    // the photo would go with that person: no one takes what the other, or both, have added
    if (isNewAlone && only !== media.identity_id) await requireNoParting(trx, viewer.accountId)
    const left = await leaveOut(trx, mediaId, shows, now)
    await trx.updateTable('media').set({ people: body.people }).where('id', '=', mediaId).execute()
    const asked = await nameSubjects(trx, viewer, media, shows, now)
    if (asked.length > 0) {
      const hidden = await hidePhoto(trx, viewer.accountId, mediaId, now)
      await reservePicturePlaces(trx, viewer.accountId, mediaId, hidden.places)
      return { asked: [...asked, ...left], hidden, places: null }
    }
    return { asked: left, hidden: null, places: await showAgreedPhoto(trx, mediaId) }
  })
  if (done.places) announceAgreed(ctx, viewer, mediaId, done.places)
  if (done.hidden) announceHidden(ctx, mediaId, done.hidden)
  if (done.asked.length > 0)
    ctx.bus.emit('photo.asked', {
      accountId: viewer.accountId,
      mediaId,
      identityIds: done.asked,
    })
  else notifyOwnScreens(ctx, viewer.accountId, mediaId)
  return (
    (await peopleByPhoto(ctx.db, [{ id: mediaId, people: body.people }])).get(mediaId) ??
    fail('not_found')
  )
}
