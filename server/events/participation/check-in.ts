import { createHash } from 'node:crypto'
import type { entryList, recordCheckIns } from '#contract/events/check-in'
import type { ParsedInput, Reply } from '#contract/route'
import { separatedAccounts } from '../../access/blocks'
import { readEvent, requireOrganizer } from '../../access/events'
import type { Ctx, Viewer } from '../../context'
import { ERRORS } from '#contract/errors'
import { flag } from '../../db/dialect'
import { fail } from '../../fail'
import { presentAccounts } from '../../profile/service'
import { equalsTimingSafe, sign } from '../../tokens'
import { publishEventChanged } from '../editing/changes'
import { HIDDEN_HANDLE } from './people'
import { lockEvent, organizerIds, participationsOf, type ParticipationRow } from '../queries'

/**
 * `CNV1.{participant}.{signature}`: identifies the participant, without readable data, and cannot
 * be forged.
 */
const codeOf = (ctx: Pick<Ctx, 'secret'>, row: Pick<ParticipationRow, 'id' | 'event_id'>): string =>
  `CNV1.${row.id}.${sign(ctx.secret, 'entry', row.event_id, row.id).slice(0, 27)}`
/** SHA-256, hex: the check-in device compares codes without being able to make one. */
const digestOf = (code: string): string => createHash('sha256').update(code).digest('hex')

/** The viewer's entry code. Only confirmed participants have one. */
export const checkInCodeFor = async (ctx: Ctx, viewer: Viewer, id: string): Promise<string> => {
  const { participant } = await readEvent(ctx.db, viewer, id)
  if (!participant || participant.status !== 'accepted') return fail('forbidden')
  return codeOf(ctx, participant)
}

/**
 * A page of the data that an organizer's phone keeps for check-in without network. A participant
 * separated from the organizer by a block has a code and no name: pages go by id, not by a date that
 * would tell more.
 */
export const listCheckIns = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  { limit, cursor }: ParsedInput<typeof entryList>['query'],
): Promise<Reply<typeof entryList>> => {
  const { event } = await requireOrganizer(ctx.db, viewer, id)
  let query = ctx.db
    .selectFrom('event_participants')
    .where('event_id', '=', event.id)
    .where('status', '=', 'accepted')
    .selectAll()
  if (cursor !== undefined) query = query.where('id', '<', cursor)
  const found = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const rows = found.slice(0, limit)
  const accounts = await presentAccounts(
    ctx,
    viewer,
    rows.map((r) => r.account_id),
  )
  const blocked = await separatedAccounts(ctx.db, viewer.accountId)
  return {
    entries: rows.map((r) => {
      const account = accounts.get(r.account_id)
      return {
        participant_id: r.id,
        digest: digestOf(codeOf(ctx, r)),
        handle: blocked.has(r.account_id) ? HIDDEN_HANDLE : (account?.account_handle ?? ''),
        persons: r.identity_id === null ? Math.max(1, account?.identities.length ?? 1) : 1,
        is_present: r.is_present === 1,
        is_gone: r.is_present === 1 && r.gone_at !== null,
      }
    }),
    next_cursor: found.length > limit ? (rows.at(-1)?.id ?? null) : null,
  }
}

type Entry = ParsedInput<typeof recordCheckIns>['body']['entries'][number]
type EntryResult = Reply<typeof recordCheckIns>['results'][number]

type Presence = Pick<ParticipationRow, 'is_present' | 'present_at' | 'gone_at'>
/** Not there, there, left. */
const rankOf = ({ is_present, gone_at }: Presence): number =>
  is_present === 0 ? 0 : gone_at === null ? 1 : 2
/** The later one; of one instant the further one, so that the order of arrival decides nothing. */
const isAfter = (one: Presence, other: Presence): boolean => {
  const [at, before] = [one.present_at ?? 0, other.present_at ?? 0]
  return other.present_at === null || at > before || (at === before && rankOf(one) > rankOf(other))
}

/**
 * Check-ins, departures and their reversals as phones recorded them, possibly long ago, more than
 * once and in any order. The latest record of each participant wins, by the phone's clock (never
 * later than now). Idempotent.
 */
export const applyCheckInRecords = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  entries: readonly Entry[],
): Promise<EntryResult[]> => {
  const { event } = await requireOrganizer(ctx.db, viewer, id)
  const now = ctx.now()
  const refused = (participant_id: string | null): EntryResult => ({
    participant_id,
    accepted: false,
    error: ERRORS.entry_invalid[1],
  })
  const results: EntryResult[] = []
  const latest = entries.reduce((max, entry) => Math.max(max, Date.parse(entry.at)), 0)
  // a clock that is ahead is set back as a whole: the order of its records stays
  const ahead = Math.max(0, latest - now)
  await ctx.db.transaction().execute(async (trx) => {
    // two organizers' phones may send at the same moment, and a participant may leave meanwhile
    if (!(await lockEvent(trx, event.id, now))) fail('not_found')
    const rows = new Map((await participationsOf(trx, event.id)).map((r) => [r.id, r]))
    for (const entry of [...entries].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
      const participantId = entry.participant_id ?? entry.code?.split('.')[1] ?? ''
      const row = rows.get(participantId)
      const genuine =
        row &&
        (entry.participant_id !== undefined ||
          (entry.code !== undefined && equalsTimingSafe(entry.code, codeOf(ctx, row))))
      if (!row || !genuine || row.status !== 'accepted') {
        results.push(refused(row && genuine ? row.id : null))
        continue
      }
      const at = Date.parse(entry.at) - ahead
      const said: Presence = {
        is_present: flag(entry.is_present),
        present_at: at,
        gone_at: entry.is_present && entry.is_gone ? at : null,
      }
      if (isAfter(said, row)) {
        await trx.updateTable('event_participants').set(said).where('id', '=', row.id).execute()
        rows.set(row.id, { ...row, ...said })
      }
      results.push({ participant_id: row.id, accepted: true, error: null })
    }
  })
  publishEventChanged(ctx, event.id, await organizerIds(ctx.db, event))
  return results
}
