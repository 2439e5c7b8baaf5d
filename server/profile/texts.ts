import type { Conn } from '../db/dialect'
import { storedProfile, updateStoredProfile } from './stored'

type Json = Record<string, unknown>
const asJson = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {}

const SHARED_COMMENTS = ['coupleComments', 'contextComments'] as const
const PERSONS = ['person1', 'person2'] as const

/** A profile whose free texts are replaced: each by what `text` and `comments` make of it. */
const withTexts = (
  profile: Json,
  other: Json,
  text: (own: unknown, other: unknown) => unknown,
  comments: (own: Json, other: Json) => Json,
): Json => ({
  ...profile,
  description: text(profile['description'], other['description']),
  ...Object.fromEntries(
    SHARED_COMMENTS.map((key) => [key, comments(asJson(profile[key]), asJson(other[key]))]),
  ),
  ...Object.fromEntries(
    PERSONS.filter((key) => profile[key]).map((key) => {
      const [own, theirs] = [asJson(profile[key]), asJson(other[key])]
      return [
        key,
        {
          ...own,
          description: text(own['description'], theirs['description']),
          comments: comments(asJson(own['comments']), asJson(theirs['comments'])),
        },
      ]
    }),
  ),
})

const change = async (
  trx: Conn,
  accountId: string,
  make: (profile: Json) => Json,
): Promise<void> => {
  const account = await trx
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .select(['id', 'data'])
    .forUpdate()
    .executeTakeFirst()
  if (!account) return
  const profile = asJson(JSON.parse(await storedProfile(trx, account)))
  await updateStoredProfile(trx, accountId, JSON.stringify(make(profile)))
}

/** Takes every free text out of a profile; its facts and ratings stay. */
export const clearProfileTexts = (trx: Conn, accountId: string): Promise<void> =>
  change(trx, accountId, (profile) =>
    withTexts(
      profile,
      {},
      () => null,
      () => ({}),
    ),
  )

/** Gives texts of a frozen profile back, except those rewritten since. */
export const restoreProfileTexts = (trx: Conn, accountId: string, frozen: unknown): Promise<void> =>
  change(trx, accountId, (profile) =>
    withTexts(
      profile,
      asJson(frozen),
      (own, before) => own || (before ?? null),
      (own, before) => ({ ...before, ...own }),
    ),
  )
