import type { answerAgreement, listAgreements } from '#contract/agreements'
import type { ParsedInput, Reply } from '#contract/route'
import { voiceOfIdentity } from '../access/agreements'
import { choosablePersons, passkeysByIdentity, proveIdentity } from '../agreements/service'
import { requireNoParting } from '../access/parting'
import type { PictureChange } from '../access/pictures'
import type { Ctx, Viewer } from '../context'
import { flag, type Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { deleteRefusal, lockPhotos, agreementTextOf } from '../media/service'
import { iso } from '../iso'
import { announceHidden, hidePhoto, removeFromAlbumsAndProfile, type Hidden } from './hiding'
import { notifyAccount, announceAgreed, showAgreedPhoto, notifyOwnScreens } from './tell'

export { announceClosed, announceChanged, announcePictures } from './hiding'

const LISTED_MAX = 500

/** Photos of the account's persons, open requests first. */
export const listPhotoAgreements = async (
  ctx: Ctx,
  viewer: Viewer,
): Promise<Reply<typeof listAgreements>> => {
  const rows = await ctx.db
    .selectFrom('media_subjects as s')
    .innerJoin('media as m', 'm.id', 's.media_id')
    .where('s.account_id', '=', viewer.accountId)
    .selectAll('s')
    .select(['m.width', 'm.height', 'm.blurhash'])
    .orderBy((eb) =>
      eb
        .case()
        .when(eb.or([eb('s.state', '=', 'asked'), eb('s.corrected_at', 'is not', null)]))
        .then(0)
        .else(1)
        .end(),
    )
    .orderBy((eb) => eb.fn.coalesce('s.decided_at', 's.asked_at'), 'desc')
    .orderBy('s.media_id')
    .limit(LISTED_MAX)
    .execute()
  const codes = await ctx.db
    .selectFrom('identity_codes')
    .where('account_id', '=', viewer.accountId)
    .select(['identity_id', 'ends_at'])
    .execute()
  const ending = await ctx.db
    .selectFrom('identity_passkeys')
    .where('account_id', '=', viewer.accountId)
    .where('ends_at', 'is not', null)
    .select(['identity_id', 'ends_at'])
    .execute()
  const passkeysOf = await passkeysByIdentity(ctx.db, viewer.identityIds)
  const persons = []
  for (const id of viewer.identityIds) {
    const code = codes.find((c) => c.identity_id === id)
    const endsAt = code?.ends_at ?? ending.find((k) => k.identity_id === id)?.ends_at
    persons.push({
      identity_id: id,
      voice: await voiceOfIdentity(ctx.db, viewer, id),
      has_code: code !== undefined,
      passkeys: passkeysOf(id),
      code_ends_at: iso(endsAt ?? null),
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
      decided_at: iso(r.decided_at),
      strong: r.strong === 1,
      corrected: r.corrected_at !== null,
    })),
    persons,
    places,
    login: await choosablePersons(ctx, viewer),
  }
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
  await removeFromAlbumsAndProfile(trx, row.media_id)
  return hidden
}

/**
 * Takes a person off a photo, by their own word. Fails with `agreement_given` once they have said that
 * they are on it, unless a correction asks, and with `parting_open`.
 */
const removeSubject = async (
  trx: Conn,
  row: Row<'media_subjects'>,
): Promise<PictureChange[] | null> => {
  if (row.state !== 'asked' && row.corrected_at === null) fail('agreement_given')
  await trx
    .deleteFrom('media_subjects')
    .where('media_id', '=', row.media_id)
    .where('identity_id', '=', row.identity_id)
    .execute()
  const left = await trx
    .selectFrom('media_subjects as s')
    .innerJoin('media as m', 'm.id', 's.media_id')
    .where('s.media_id', '=', row.media_id)
    .select(['s.identity_id', 'm.identity_id as added_by'])
    .execute()
  // the photo would go with the other person, as in `savePeople`
  if (left.length === 1 && left[0]?.identity_id !== left[0]?.added_by)
    await requireNoParting(trx, row.account_id)
  // without a subject the photo counts as one without a choice
  if (left.length === 0)
    await trx
      .updateTable('media')
      .set({ people: null })
      .where('id', '=', row.media_id)
      .where('people', '=', 'named')
      .execute()
  return showAgreedPhoto(trx, row.media_id)
}

/**
 * A person of the account agrees to a photo, or not, or no longer, or says that they are not on it. A
 * refusal needs no proof: it hides the photo at once. Fails with `not_found`, `agreement_identity`,
 * `agreement_given`, and as `proveIdentity`.
 */
export const answerPhotoAgreement = async (
  ctx: Ctx,
  viewer: Viewer,
  mediaId: string,
  body: ParsedInput<typeof answerAgreement>['body'],
): Promise<void> => {
  const identityId = await actingPerson(ctx, viewer)
  const isYes = body.answer === 'yes'
  const isAbsent = body.answer === 'absent'
  const isProved = (isYes || isAbsent) && (await proveIdentity(ctx, viewer, identityId, body.code))
  const now = ctx.now()
  const { hidden, places } = await ctx.db.transaction().execute(async (trx) => {
    await lockPhotos(trx, [mediaId])
    const row = await trx
      .selectFrom('media_subjects')
      .where('media_id', '=', mediaId)
      .where('identity_id', '=', identityId)
      .where('account_id', '=', viewer.accountId)
      .selectAll()
      .executeTakeFirst()
    if (!row) return fail('not_found')
    if (isAbsent) return { hidden: null, places: await removeSubject(trx, row) }
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
        strong: flag(isProved),
        corrected_at: null,
        // of a refusal or a withdrawal, the text that was agreed to stays
        ...(isYes ? { yes_at: now, yes_by: viewer.userId, ...agreementTextOf('answer') } : {}),
      })
      .where('media_id', '=', mediaId)
      .where('identity_id', '=', identityId)
      .execute()
    if (!isYes) return { hidden: await refuse(trx, row, media?.hash ?? null, now), places: null }
    await deleteRefusal(trx, identityId, media?.hash ?? null)
    return { hidden: null, places: await showAgreedPhoto(trx, mediaId) }
  })
  notifyOwnScreens(ctx, viewer.accountId, mediaId)
  if (places) announceAgreed(ctx, viewer, mediaId, places)
  else if (!isAbsent)
    ctx.bus.emit('photo.answered', { accountId: viewer.accountId, mediaId, isAgreed: false })
  if (!hidden) return
  announceHidden(ctx, mediaId, hidden)
  ctx.bus.later('photo-hidden', () => notifyAccount(ctx, viewer.accountId, 'photo_hidden', {}))
}
