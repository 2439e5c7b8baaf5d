import { sql } from 'kysely'
import { notSeparated } from '../access/blocks'
import { eventIsReadable } from '../access/predicates'
import type { Db } from '../db/client'
import { iso } from '../iso'
import { parseJson, type ArchiveFiles } from './archive-values'

/**
 * On `events as e`: the title, null once the event is closed to the member (decision 009): it, and the
 * date, may have changed since.
 */
const titleFor = (me: string) =>
  sql<string | null>`case when ${eventIsReadable(me)} then e.title end`.as('title')
const startFor = (me: string) =>
  sql<number | null>`case when ${eventIsReadable(me)} then e.start_at end`.as('start_at')

/** What the member accepted, replied and offered in events. */
export const collectEventTexts = async (db: Db, me: string): Promise<Record<string, unknown>> => {
  const rules = await db
    .selectFrom('event_acceptances as x')
    .innerJoin('events as e', 'e.id', 'x.event_id')
    .innerJoin('identities as i', 'i.id', 'x.identity_id')
    .where('x.account_id', '=', me)
    .select([titleFor(me), 'i.handle', 'x.version', 'x.accepted_at'])
    .execute()
  const answers = await db
    .selectFrom('event_answers as w')
    .innerJoin('events as e', 'e.id', 'w.event_id')
    .where('w.account_id', '=', me)
    .select([titleFor(me), 'w.question', 'w.answer', 'w.answered_at'])
    .execute()
  const rides = await db
    .selectFrom('event_rides as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .where('r.account_id', '=', me)
    .select([titleFor(me), 'r.seats', 'r.place', 'r.leaves_at', 'r.for_kind'])
    .execute()
  const returns = await db
    .selectFrom('event_returns as h')
    .innerJoin('events as e', 'e.id', 'h.event_id')
    .where('h.account_id', '=', me)
    .select([titleFor(me), 'h.at'])
    .execute()
  const impressions = await db
    .selectFrom('event_impressions as v')
    .innerJoin('events as e', 'e.id', 'v.event_id')
    .where('v.account_id', '=', me)
    .select([titleFor(me), 'v.welcome', 'v.respect', 'v.again', 'v.at'])
    .execute()
  const word = (n: number): string => ['non', 'plutôt', 'oui'][n - 1] ?? ''
  // the own choices only, and never whether the other has made one
  const reunions = await db
    .selectFrom('event_reunions as c')
    .innerJoin('events as e', 'e.id', 'c.event_id')
    .innerJoin('accounts as a', 'a.id', 'c.with_account_id')
    .where('c.account_id', '=', me)
    .where('a.deleted_at', 'is', null)
    .where(notSeparated('c.with_account_id', me))
    .select([titleFor(me), 'a.handle', 'c.created_at'])
    .orderBy('a.handle_key')
    .execute()
  return {
    apres_sorties: {
      bien_rentres: returns.map((h) => ({ sortie: h.title, date: iso(h.at) })),
      impressions: impressions.map((v) => ({
        sortie: v.title,
        accueil: word(v.welcome),
        limites_respectees: word(v.respect),
        reviendrait: word(v.again),
        date: iso(v.at),
      })),
      revoir: reunions.map((c) => ({ sortie: c.title, avec: c.handle, date: iso(c.created_at) })),
    },
    covoiturage: rides.map((r) => ({
      sortie: r.title,
      places: r.seats,
      depart: (JSON.parse(r.place) as { city: string }).city,
      heure: r.leaves_at,
      pour: { woman: 'femmes', couple: 'couples', all: 'tous' }[r.for_kind ?? 'all'],
    })),
    regles_acceptees: rules.map((r) => ({
      sortie: r.title,
      identite: r.handle,
      version: r.version,
      date: iso(r.accepted_at),
    })),
    reponses: answers.map((a) => ({
      sortie: a.title,
      question: a.question,
      reponse: a.answer,
      date: iso(a.answered_at),
    })),
  }
}

/** Events, participations, news, reports and feedback. */
export const collectEvents = async (db: Db, me: string): Promise<ArchiveFiles> => {
  const events = await db
    .selectFrom('events')
    .where('creator_account_id', '=', me)
    .selectAll()
    .execute()
  const joined = await db
    .selectFrom('event_participants as p')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .where('p.account_id', '=', me)
    .select([titleFor(me), startFor(me), 'p.status', 'p.created_at', 'p.reconfirmed_for'])
    .select('p.was_refused')
    .execute()
  const news = await db
    .selectFrom('news')
    .where('account_id', '=', me)
    .where('deleted_at', 'is', null)
    .select(['news_type', 'created_at', 'read_at'])
    .execute()
  const reports = await db
    .selectFrom('reports')
    .where('account_id', '=', me)
    .select(['kind', 'reason', 'comment', 'created_at'])
    .execute()
  const feedbacks = await db
    .selectFrom('feedbacks')
    .where('account_id', '=', me)
    .select(['content', 'url_path', 'created_at', 'answer'])
    .execute()
  return {
    sorties: events.map((e) => ({
      titre: e.title,
      description: e.description,
      statut: e.status,
      debut: iso(e.start_at),
      fin: iso(e.end_at),
      lieu: e.place ? parseJson(e.place) : null,
      adresse: e.address,
      regles: e.rules,
      questions: e.questions && parseJson(e.questions),
      prix: e.price,
    })),
    participations: joined.map((p) => ({
      sortie: p.title,
      date: iso(p.start_at),
      statut: p.status,
      non_retenue: p.was_refused === 1,
      depuis: iso(p.created_at),
      vient_toujours: p.start_at !== null && p.reconfirmed_for === p.start_at,
    })),
    actualites: news.map((n) => ({
      type: n.news_type,
      date: iso(n.created_at),
      lue: iso(n.read_at),
    })),
    signalements: reports.map((r) => ({ ...r, created_at: iso(r.created_at) })),
    commentaires: feedbacks.map((f) => ({ ...f, created_at: iso(f.created_at) })),
  }
}
