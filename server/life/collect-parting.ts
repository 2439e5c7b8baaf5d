import { pastTalks } from '../access/parting'
import type { Db } from '../db/client'
import { iso } from '../iso'
import { DELETED_HANDLE } from '../profile/service'

/** The parting of the account, own choices in it, and what was kept to read from before. */
export const collectParting = async (
  db: Db,
  me: string,
  userId: string,
): Promise<Record<string, unknown>> => {
  const partings = await db
    .selectFrom('partings')
    // of this account, or the one that led to it
    .where((eb) => eb.or([eb('account_id', '=', me), eb('new_account_id', '=', me)]))
    // a held request is in the archive of its author only
    .where((eb) => eb.or([eb('state', '!=', 'held'), eb('user_id', '=', userId)]))
    .select(['id', 'kind', 'state', 'asked_at', 'due_at', 'user_id', 'handle'])
    .execute()
  const user = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('identity_id')
    .executeTakeFirst()
  // the other person's choices are theirs
  const choices = await db
    .selectFrom('parting_choices')
    .where('account_id', '=', me)
    .where('identity_id', '=', user?.identity_id ?? '')
    .select('kind')
    .execute()
  const talks = await pastTalks(db, me).execute()
  const said = []
  for (const talk of talks) {
    const messages = await db
      .selectFrom('messages')
      .where('conversation_id', '=', talk.conversation_id)
      .where('sender_account_id', '=', talk.left_account_id)
      // written alone, or by both at once
      .where((eb) =>
        eb.or([
          eb('sender_identity_id', talk.left_account_id === me ? '!=' : '=', talk.leaver_id),
          eb('sender_identity_id', 'is', null),
        ]),
      )
      .where('seq', '<=', talk.until_seq)
      .where('deleted_at', 'is', null)
      .select(['content', 'created_at'])
      .orderBy('seq')
      .execute()
    said.push({
      titre: talk.title ?? DELETED_HANDLE,
      jusqu_a: iso(talk.until_seq),
      messages: messages.map((m) => ({ texte: m.content, date: iso(m.created_at) })),
    })
  }
  return {
    separation: {
      demandes: partings.map((p) => ({
        genre: p.kind,
        etat: p.state,
        date: iso(p.asked_at),
        prevue: iso(p.due_at),
        pseudo: p.user_id === userId ? p.handle : null,
      })),
      choix: choices.map((c) => c.kind),
    },
    discussions_d_avant: said,
  }
}
