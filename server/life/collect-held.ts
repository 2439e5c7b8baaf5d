import type { Db } from '../db/client'
import { iso } from '../iso'

/**
 * What waits for both identities, and each yes: whose, when, of which login, and the hash of the
 * text.
 */
export const collectHeld = async (
  db: Db,
  me: string,
  userId: string,
): Promise<Record<string, unknown>> => {
  const messages = await db
    .selectFrom('held_messages')
    .where('account_id', '=', me)
    .where('state', '=', 'waiting')
    .select(['id', 'conversation_id', 'content', 'created_at'])
    .execute()
  const media = await db
    .selectFrom('held_media as h')
    .innerJoin('held_messages as m', 'm.id', 'h.held_id')
    .where('m.account_id', '=', me)
    .select(['h.held_id', 'h.media_id'])
    .execute()
  const answers = await db
    .selectFrom('held_answers')
    .where('account_id', '=', me)
    .select(['event_id', 'answer', 'updated_at'])
    .execute()
  const agreements = await db
    .selectFrom('agreements as g')
    .leftJoin('identities as i', 'i.id', 'g.identity_id')
    .where('g.account_id', '=', me)
    .select(['i.handle', 'g.content_hash', 'g.given_at', 'g.withdrawn_at', 'g.user_id'])
    .orderBy('g.given_at')
    .execute()
  return {
    accords: {
      messages_en_attente: messages.map((m) => ({
        discussion: m.conversation_id,
        texte: m.content,
        photos: media.filter((p) => p.held_id === m.id).map((p) => p.media_id),
        date: iso(m.created_at),
      })),
      reponses_en_attente: answers.map((a) => ({
        sortie: a.event_id,
        reponse: a.answer === 'participate' ? 'Je participe' : 'Non merci',
        date: iso(a.updated_at),
      })),
      accords_donnes: agreements.map((a) => ({
        identite: a.handle ?? '',
        empreinte: a.content_hash,
        donne: iso(a.given_at),
        retire: iso(a.withdrawn_at),
        par_cet_identifiant: a.user_id === userId,
      })),
    },
  }
}
