import { REASONED_MEASURES } from '#contract/staff/measures'
import type { Db } from '../db/client'
import { iso } from '../iso'
import { archiveHandles, parseJson, type ArchiveFiles } from './archive-values'

/** What the member wrote to be let in. */
export const collectApplication = async (db: Db, userId: string): Promise<ArchiveFiles> => {
  const rows = await db
    .selectFrom('applications')
    .where('user_id', '=', userId)
    .select(['words', 'state', 'answer', 'created_at'])
    .execute()
  return { inscription: rows.map((r) => ({ ...r, created_at: iso(r.created_at) })) }
}

/** Never the photo of a request: it is kept for the team's comparison only. */
export const collectVerification = async (db: Db, me: string): Promise<ArchiveFiles> => {
  const requests = await db
    .selectFrom('verification_requests')
    .where('account_id', '=', me)
    .select(['gestures', 'state', 'words', 'started_at', 'contests'])
    .orderBy('started_at')
    .execute()
  const verified = await db
    .selectFrom('verifications')
    .where('account_id', '=', me)
    .select('verified_on')
    .executeTakeFirst()
  const met = await db
    .selectFrom('meetings')
    .where('account_id', '=', me)
    .select(['with_account_id', 'said_at'])
    .execute()
  const handleOf = await archiveHandles(
    db,
    me,
    met.map((m) => m.with_account_id),
  )
  return {
    verification: [
      ...requests.map((r) => ({
        demande: iso(r.started_at),
        gestes: parseJson(r.gestures),
        etat: r.state,
        reponse: r.words,
        conteste_un_refus: r.contests !== null,
      })),
      ...(verified ? [{ verifie: iso(verified.verified_on) }] : []),
    ],
    rencontres: met.map((m) => ({ pseudo: handleOf(m.with_account_id), dit: iso(m.said_at) })),
  }
}

/** Decisions of the staff about the account with its appeals; never who reported. */
export const collectDecisions = async (db: Db, me: string): Promise<ArchiveFiles> => {
  const decisions = await db
    .selectFrom('decisions as d')
    .leftJoin('appeals as a', 'a.decision_id', 'd.id')
    .leftJoin('identities as i', 'i.id', 'd.identity_id')
    .where('d.account_id', '=', me)
    .where('d.measure', 'in', [...REASONED_MEASURES])
    .select(['d.measure', 'd.scopes', 'd.rule', 'd.facts', 'd.made_at', 'd.until', 'd.undone_at'])
    .select(['a.text', 'a.state', 'a.answer', 'i.handle'])
    .orderBy('d.made_at')
    .execute()
  return {
    decisions: decisions.map((d) => ({
      mesure: d.measure,
      actions_fermees: JSON.parse(d.scopes) as string[],
      concerne: d.handle,
      regle: d.rule,
      motifs: d.facts,
      date: iso(d.made_at),
      jusqu_au: iso(d.until),
      annulee: iso(d.undone_at),
      contestation: d.text && { texte: d.text, etat: d.state, reponse: d.answer },
    })),
  }
}
