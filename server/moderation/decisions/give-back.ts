import { identityIdsOf } from '../../access/accounts'
import type { AfterCommit, Ctx } from '../../context'
import type { Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { insertDraft } from '../../events/service'
import { saveMedia } from '../../media/service'
import { giveTextsBack, identitiesOf } from '../../profile/service'
import type { FrozenEvent } from '../../safety/service'

const NOTHING: AfterCommit = () => Promise.resolve()

/** The newest copy of the removed photo, event or profile; undefined once it is destroyed. */
const frozen = (trx: Conn, decision: Row<'decisions'>) =>
  trx
    .selectFrom('evidence')
    .where('case_id', '=', decision.case_id)
    .where('kind', '=', KIND_OF[decision.subject_kind] ?? 'photo')
    .orderBy('captured_at', 'desc')
    .select(['id', 'payload', 'captured_at'])
    .executeTakeFirst()

const KIND_OF: Readonly<Record<string, 'event' | 'profile'>> = {
  event: 'event',
  profile: 'profile',
}

interface FrozenProfile {
  readonly identities: readonly { readonly handle: string }[]
  readonly profile: Readonly<Record<string, unknown>>
}
/**
 * The texts of a copy by the persons who are in the account now: since then one of a couple may have
 * left it, and the other is its first person.
 */
const textsOf = async (
  trx: Conn,
  accountId: string,
  { identities, profile }: FrozenProfile,
  capturedAt: number,
): Promise<Readonly<Record<string, unknown>>> => {
  const people = await identitiesOf(trx, [accountId])
  const isSame =
    people.length === identities.length && people.every((p) => p.created_at <= capturedAt)
  if (isSame) return profile
  const before = (at: 0 | 1): unknown => {
    const was = identities.findIndex((one) => one.handle === people[at]?.handle)
    return was === -1 ? null : profile[`person${was + 1}`]
  }
  return { ...profile, person1: before(0), person2: before(1), coupleComments: {} }
}

const columnsOf = (event: FrozenEvent) => ({
  title: event.title,
  description: event.description,
  rules: event.rules ?? null,
  place: event.place && JSON.stringify(event.place),
  place_lat: event.place?.lat ?? null,
  place_lng: event.place?.lng ?? null,
  start_at: Date.parse(event.startAt),
  end_at: event.endAt === null ? null : Date.parse(event.endAt),
  price: event.price,
  payment_url: event.paymentUrl,
  ...event.entry,
})

/**
 * Gives a removed photo or event back to its owner, from the copy of the case: the photo among their
 * photos, without its albums; the event as a draft that asks as much of who comes, without its
 * guests, questions and precise address; texts to the profile.
 * Returns what remains to be done after the commit.
 */
export const giveBack = async (
  ctx: Ctx,
  trx: Conn,
  decision: Row<'decisions'>,
): Promise<AfterCommit> => {
  const accountId = decision.account_id
  const copy = accountId === null ? undefined : await frozen(trx, decision)
  if (accountId === null || !copy) return NOTHING
  if (decision.subject_kind === 'profile') {
    const profile = JSON.parse(copy.payload ?? 'null') as FrozenProfile | null
    if (profile)
      await giveTextsBack(
        trx,
        accountId,
        await textsOf(trx, accountId, profile, Number(copy.captured_at)),
      )
    return NOTHING
  }
  if (decision.subject_kind === 'event') {
    const event = JSON.parse(copy.payload ?? 'null') as FrozenEvent | null
    return event === null ? NOTHING : () => insertDraft(ctx, accountId, columnsOf(event))
  }
  const photo = await trx
    .selectFrom('evidence_photos')
    .where('evidence_id', '=', copy.id)
    .select('jpeg')
    .orderBy('position')
    .executeTakeFirst()
  if (!photo) return NOTHING
  const identityIds = await identityIdsOf(trx, accountId)
  return async () => {
    await saveMedia(
      ctx,
      {
        userId: '',
        sessionId: '',
        accountId,
        identityId: null,
        // a couple says again who is on it before it is shown
        identityIds,
      },
      { bytes: Buffer.from(photo.jpeg, 'base64') },
    )
  }
}
