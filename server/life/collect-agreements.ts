import type { Db } from '../db/client'
import { iso } from '../iso'
import { AGREED_TEXTS } from './agreed-texts'
import { idsOrNone } from '../db/dialect'

const STATES = { asked: 'en attente', yes: 'oui', no: 'non', withdrawn: 'retiré' } as const
/**
 * Agreements of the person whose login this is, else of those that have none of their own, and what
 * this login answered.
 */
export const collectAgreements = async (
  db: Db,
  me: string,
  userId: string,
): Promise<Record<string, unknown>> => {
  const logins = await db
    .selectFrom('users')
    .where('account_id', '=', me)
    .where('identity_id', 'is not', null)
    .select(['id', 'identity_id'])
    .execute()
  const own = logins.find((u) => u.id === userId)?.identity_id ?? null
  const others = logins.flatMap((u) => (u.id !== userId && u.identity_id) || [])
  const rows = await db
    .selectFrom('media_subjects as s')
    .innerJoin('identities as i', 'i.id', 's.identity_id')
    .where('s.account_id', '=', me)
    .where((eb) =>
      eb.or([
        eb('s.decided_by', '=', userId),
        eb('s.yes_by', '=', userId),
        own === null
          ? eb('s.identity_id', 'not in', idsOrNone(others))
          : eb('s.identity_id', '=', own),
      ]),
    )
    .selectAll('s')
    .select('i.handle')
    .orderBy('s.asked_at')
    .execute()
  const keys = await db
    .selectFrom('identity_passkeys as k')
    .innerJoin('identities as i', 'i.id', 'k.identity_id')
    .where('k.account_id', '=', me)
    .where('k.identity_id', 'not in', idsOrNone(others))
    .select(['k.name', 'k.created_at', 'k.last_used_at', 'i.handle'])
    .orderBy('k.created_at')
    .execute()
  return {
    cles_accords: keys.map((k) => ({
      identite: k.handle,
      nom: k.name,
      ajoutee: iso(k.created_at),
      dernier_usage: iso(k.last_used_at),
    })),
    accords_photos: rows.map((r) => ({
      photo: `photos/${r.media_id}.jpg`,
      identite: r.handle,
      reponse: STATES[r.state],
      demande: iso(r.asked_at),
      oui: iso(r.yes_at),
      oui_de_cet_identifiant: r.yes_by === userId,
      derniere_reponse: iso(r.decided_at),
      correction: iso(r.corrected_at),
      par_cet_identifiant: r.decided_by === userId,
      verifiee: r.strong === 1,
      texte: r.text_hash === null ? null : (AGREED_TEXTS.get(r.text_hash) ?? null),
      version_du_texte: r.text_version,
      empreinte_du_texte: r.text_hash,
    })),
  }
}
