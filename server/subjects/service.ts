import type { answerAgreement, listAgreements, setPeople } from '#contract/agreements'
import type { PhotoPeople } from '#contract/profile/people'
import type { Parsed, Reply } from '#contract/route'
import { voiceOf, waitingMedia } from '../access/agreements'
import { choosablePersons, prove } from '../agreements/service'
import { requireOwnMedia } from '../access/media'
import { requireNoParting } from '../access/parting'
import { reserve, showPicture, type Place } from '../access/pictures'
import type { Ctx, Viewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { forgetRefusal, nameOn, peopleOn, textOf } from '../media/service'
import { addNews, announceNews } from '../news/service'
import { iso } from '../iso'
import {
  announceHidden,
  announcePictures,
  hidePhoto,
  lockPhoto,
  removeFromPlaces,
  type Hidden,
} from './hiding'

const LISTED_MAX = 500
/** Several photos in a row are one news item. */
const QUIET_MS = 3_600_000

/** Photos of the account's persons, open requests first. */
export const agreementsOf = async (
  ctx: Ctx,
  viewer: Viewer,
): Promise<Reply<typeof listAgreements>> => {
  const rows = await ctx.db
    .selectFrom('media_subjects as s')
    .innerJoin('media as m', 'm.id', 's.media_id')
    .where('s.account_id', '=', viewer.accountId)
    .selectAll('s')
    .select(['m.width', 'm.height', 'm.blurhash'])
    .orderBy((eb) => eb.case().when('s.state', '=', 'asked').then(0).else(1).end())
    .orderBy((eb) => eb.fn.coalesce('s.decided_at', 's.asked_at'), 'desc')
    .orderBy('s.media_id')
    .limit(LISTED_MAX)
    .execute()
  const codes = await ctx.db
    .selectFrom('identity_codes')
    .where('account_id', '=', viewer.accountId)
    .select(['identity_id', 'ends_at'])
    .execute()
  const persons = []
  for (const id of viewer.identityIds) {
    const code = codes.find((c) => c.identity_id === id)
    persons.push({
      identity_id: id,
      voice: await voiceOf(ctx.db, viewer, id),
      has_code: code !== undefined,
      code_ends_at: code?.ends_at ? iso(Number(code.ends_at)) : null,
    })
  }
  const places = await ctx.db
    .selectFrom('media_places')
    .where('account_id', '=', viewer.accountId)
    .select(['kind', 'target_id', 'media_id'])
    .execute()
  return {
    agreements: rows.map((r) => ({
      media_id: r.media_id,
      url: `/api/media/${r.media_id}/url`,
      thumbnail_url: `/api/media/${r.media_id}/thumbnail`,
      width: r.width,
      height: r.height,
      blurhash: r.blurhash,
      identity_id: r.identity_id,
      state: r.state,
      asked_at: iso(r.asked_at),
      decided_at: r.decided_at === null ? null : iso(r.decided_at),
      strong: r.strong === 1,
    })),
    persons,
    places,
    login: await choosablePersons(ctx, viewer),
  }
}

/** The account's own screens load it again. */
const tellOwn = (ctx: Ctx, accountId: string, mediaId: string): void =>
  ctx.realtime.publish(
    'account.media.updated',
    { accountId, mediaId, status: 'agreement', progress: 100, updatedAt: iso(ctx.now()) },
    { accounts: [accountId] },
  )

const announce = async (
  ctx: Ctx,
  accountId: string,
  type: 'agreement_asked' | 'photo_hidden',
  payload: Record<string, string>,
): Promise<void> => {
  const ids = await ctx.db.transaction().execute(async (trx) => {
    const recent = await trx
      .selectFrom('news')
      .where('account_id', '=', accountId)
      .where('news_type', '=', type)
      .where('payload', '=', JSON.stringify(payload))
      .where('created_at', '>', ctx.now() - QUIET_MS)
      .where('read_at', 'is', null)
      .where('deleted_at', 'is', null)
      .select('id')
      .executeTakeFirst()
    if (recent) return []
    const item = { accountId, actorAccountId: null, eventId: null, type, payload }
    return addNews(trx, [item], ctx.now())
  })
  await announceNews(ctx, ids)
}

/** Notifies the account of open requests. */
export const announceAsked = async (
  ctx: Ctx,
  accountId: string,
  mediaId: string,
  identityIds: readonly string[],
): Promise<void> => {
  tellOwn(ctx, accountId, mediaId)
  const persons = await ctx.db
    .selectFrom('identities')
    .where('id', 'in', [...identityIds])
    .select('handle')
    .execute()
  for (const { handle } of persons)
    await announce(ctx, accountId, 'agreement_asked', { person: handle })
}

/** The acting person; with both at once the one whose login it is. Fails with `agreement_identity`. */
const actingPerson = async (ctx: Ctx, viewer: Viewer): Promise<string> => {
  if (viewer.identityId !== null) return viewer.identityId
  const user = await ctx.db
    .selectFrom('users')
    .where('id', '=', viewer.userId)
    .select('identity_id')
    .executeTakeFirst()
  return user?.identity_id ?? fail('agreement_identity')
}

/** The places that show the photo now; null: a subject has still to agree. */
const showAgreed = async (trx: Conn, mediaId: string): Promise<Place[] | null> =>
  (await waitingMedia(trx, [mediaId])).has(mediaId) ? null : showPicture(trx, mediaId)

const announceAgreed = (
  ctx: Ctx,
  { accountId }: Viewer,
  mediaId: string,
  places: readonly Place[],
): void => {
  announcePictures(ctx, places)
  ctx.bus.emit('photo.answered', { accountId, mediaId, isAgreed: true })
}

const refuse = async (
  trx: Conn,
  row: Row<'media_subjects'>,
  hash: string | null,
  now: number,
): Promise<Hidden> => {
  if (hash !== null)
    await trx
      .insertInto('media_refusals')
      .values({
        identity_id: row.identity_id,
        hash,
        account_id: row.account_id,
        refused_at: now,
      })
      .onConflict((c) => c.doNothing())
      .execute()
  const hidden = await hidePhoto(trx, row.account_id, row.media_id, now)
  await removeFromPlaces(trx, row.media_id)
  return hidden
}

/**
 * A person of the account agrees to a photo, or not, or no longer. A refusal needs no proof: it hides
 * the photo at once. Fails with `not_found`, `agreement_identity`, and as `prove`.
 */
export const answer = async (
  ctx: Ctx,
  viewer: Viewer,
  mediaId: string,
  body: Parsed<typeof answerAgreement>['body'],
): Promise<void> => {
  const identityId = await actingPerson(ctx, viewer)
  const isYes = body.answer === 'yes'
  const isStrong = isYes && (await prove(ctx, viewer, identityId, body.code))
  const now = ctx.now()
  const { hidden, places } = await ctx.db.transaction().execute(async (trx) => {
    await lockPhoto(trx, mediaId)
    const row = await trx
      .selectFrom('media_subjects')
      .where('media_id', '=', mediaId)
      .where('identity_id', '=', identityId)
      .where('account_id', '=', viewer.accountId)
      .selectAll()
      .executeTakeFirst()
    if (!row) return fail('not_found')
    const media = await trx
      .selectFrom('media')
      .where('id', '=', mediaId)
      .select('hash')
      .executeTakeFirst()
    const was = row.state === 'yes' || row.state === 'withdrawn' ? 'withdrawn' : 'no'
    await trx
      .updateTable('media_subjects')
      .set({
        state: isYes ? 'yes' : was,
        decided_at: now,
        decided_by: viewer.userId,
        strong: isStrong ? 1 : 0,
        // of a refusal or a withdrawal, the text that was agreed to stays
        ...(isYes ? { yes_at: now, ...textOf('answer') } : {}),
      })
      .where('media_id', '=', mediaId)
      .where('identity_id', '=', identityId)
      .execute()
    if (!isYes) return { hidden: await refuse(trx, row, media?.hash ?? null, now), places: null }
    await forgetRefusal(trx, identityId, media?.hash ?? null)
    return { hidden: null, places: await showAgreed(trx, mediaId) }
  })
  tellOwn(ctx, viewer.accountId, mediaId)
  if (places) announceAgreed(ctx, viewer, mediaId, places)
  else ctx.bus.emit('photo.answered', { accountId: viewer.accountId, mediaId, isAgreed: false })
  if (!hidden) return
  announceHidden(ctx, mediaId, hidden)
  ctx.bus.later('photo-hidden', () => announce(ctx, viewer.accountId, 'photo_hidden', {}))
}

/** Removes persons from a photo: only they may, on a login that may speak for them. */
const unname = async (
  trx: Conn,
  viewer: Viewer,
  mediaId: string,
  identityIds: readonly string[],
): Promise<void> => {
  for (const id of identityIds) {
    const voice = await voiceOf(trx, viewer, id)
    if (viewer.identityId !== id || voice === 'none' || voice === 'code') fail('agreement_named')
    await trx
      .deleteFrom('media_subjects')
      .where('media_id', '=', mediaId)
      .where('identity_id', '=', id)
      .execute()
  }
}

/** The people on an own photo. Fails with `media_not_yours`. */
export const peopleOf = async (ctx: Ctx, viewer: Viewer, mediaId: string): Promise<PhotoPeople> => {
  const [media] = await requireOwnMedia(ctx.db, viewer, [mediaId], 'own')
  return (media && (await peopleOn(ctx.db, [media])).get(mediaId)) ?? { people: null, subjects: [] }
}

/**
 * Sets the subjects of an existing photo. Until new ones agree, others no longer see it; messages lose
 * it. Fails with `media_not_yours`, `foreign_identity`, `agreement_named`, `parting_open`.
 */
export const savePeople = async (
  ctx: Ctx,
  viewer: Viewer,
  mediaId: string,
  body: Parsed<typeof setPeople>['body'],
): Promise<PhotoPeople> => {
  const [media] = await requireOwnMedia(ctx.db, viewer, [mediaId])
  if (!media || viewer.identityIds.length < 2) return fail('not_found')
  const shows = body.people === 'named' ? [...new Set(body.shows)] : []
  if (shows.some((id) => !viewer.identityIds.includes(id))) fail('foreign_identity')
  if (body.people === 'named' && shows.length === 0) fail('invalid_payload')
  const now = ctx.now()
  const done = await ctx.db.transaction().execute(async (trx) => {
    await lockPhoto(trx, mediaId)
    const known = await trx
      .selectFrom('media_subjects')
      .where('media_id', '=', mediaId)
      .select('identity_id')
      .execute()
    const [only] = shows
    const isNewAlone = shows.length === 1 && (known.length !== 1 || known[0]?.identity_id !== only)
    // the photo would go with that person: nobody takes what the other, or both, have added
    if (isNewAlone && only !== media.identity_id) await requireNoParting(trx, viewer.accountId)
    const gone = known.map((s) => s.identity_id).filter((id) => !shows.includes(id))
    await unname(trx, viewer, mediaId, gone)
    await trx.updateTable('media').set({ people: body.people }).where('id', '=', mediaId).execute()
    const asked = await nameOn(trx, viewer, media, shows, now)
    if (asked.length > 0) {
      const hidden = await hidePhoto(trx, viewer.accountId, mediaId, now)
      await reserve(trx, viewer.accountId, mediaId, hidden.places)
      return { asked, hidden, places: null }
    }
    return { asked, hidden: null, places: await showAgreed(trx, mediaId) }
  })
  if (done.places) announceAgreed(ctx, viewer, mediaId, done.places)
  if (done.hidden) announceHidden(ctx, mediaId, done.hidden)
  if (done.asked.length > 0)
    ctx.bus.emit('photo.asked', {
      accountId: viewer.accountId,
      mediaId,
      identityIds: done.asked,
    })
  else tellOwn(ctx, viewer.accountId, mediaId)
  return (
    (await peopleOn(ctx.db, [{ id: mediaId, people: body.people }])).get(mediaId) ??
    fail('not_found')
  )
}
