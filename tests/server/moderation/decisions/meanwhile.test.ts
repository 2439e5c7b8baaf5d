import { expect, test } from 'vitest'
import { listDrive } from '#contract/albums/albums'
import { appealDecision } from '#contract/moderation'
import { deleteMessage } from '#contract/messaging/acts'
import { decideCase, undoDecision } from '#contract/staff/cases'
import { isPostgres, takeNextClock, type Conn } from '../../../../server/db/dialect'
import type { Member } from '../../../support/server/server'
import { endsOrWaits } from '../../../support/server/waiting'
import {
  caseOf,
  codeOf,
  decide,
  detail,
  lastDecision,
  moderator,
  operator,
  removedPhoto,
  reported,
  RULE,
  setUp,
  t,
} from '../cases-setup'

setUp()

/** Runs both while this transaction holds what they want: the first one then gets it first. */
const inTurn = async <A, B>(
  hold: (trx: Conn) => Promise<unknown>,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> => {
  const running = await t.ctx.db.transaction().execute(async (trx) => {
    await hold(trx)
    const one = first()
    await endsOrWaits(t.ctx.db, one)
    const two = second()
    await endsOrWaits(t.ctx.db, two, 1)
    return [one, two] as const
  })
  return Promise.all(running)
}

const removalOf = async (who: Member): Promise<string> => (await lastDecision(who))?.id ?? ''
const undo = (id: string) =>
  moderator.call(undoDecision, { params: { id }, body: { reason: 'Erreur' } })
const textOf = async (id: string) =>
  t.ctx.db.selectFrom('messages').where('id', '=', id).select('content').executeTakeFirstOrThrow()

test('a message that its author deletes while staff remove it does not come back with the decision undone', async ({
  skip,
}) => {
  if (!isPostgres(t.ctx.db)) skip('SQLite has one writer')
  const { bad, talk, message, id } = await reported()
  const { version } = (await detail(moderator, id)).line
  const [deleted, decided] = await inTurn(
    (trx) => takeNextClock(trx, talk, t.ctx.now()),
    () => bad.call(deleteMessage, { params: { id: message } }),
    () =>
      moderator.call(decideCase, {
        params: { id },
        body: { version, measure: 'remove', ...RULE },
      }),
  )
  expect([deleted.status, decided.status]).toEqual([200, 200])
  expect((await undo(await removalOf(bad))).status).toBe(200)
  expect(await textOf(message)).toEqual({ content: '' })
})

test('a removed message that its author deletes while staff undo the decision stays deleted', async ({
  skip,
}) => {
  if (!isPostgres(t.ctx.db)) skip('SQLite has one writer')
  const { bad, talk, message, id } = await reported()
  await decide(moderator, id, 'remove')
  const decision = await removalOf(bad)
  const [deleted, undone] = await inTurn(
    (trx) => takeNextClock(trx, talk, t.ctx.now()),
    () => bad.call(deleteMessage, { params: { id: message } }),
    () => undo(decision),
  )
  expect([deleted.status, undone.status]).toEqual([200, 200])
  expect(await textOf(message)).toEqual({ content: '' })
})

test('a decision that is undone while its appeal succeeds gives the photo back once', async ({
  skip,
}) => {
  if (!isPostgres(t.ctx.db)) skip('SQLite has one writer')
  const { owner, decision } = await removedPhoto('spam')
  await owner.call(appealDecision, { params: { id: decision }, body: { text: 'C’est moi.' } })
  const appeal = await caseOf(decision)
  const { version } = (await detail(operator, appeal)).line
  const body = { version, measure: 'overturn', facts: 'Vous avez raison.' } as const
  const [overturned, undone] = await inTurn(
    (trx) =>
      trx
        .selectFrom('appeals')
        .where('decision_id', '=', decision)
        .selectAll()
        .forUpdate()
        .execute(),
    () => operator.call(decideCase, { params: { id: appeal }, body }),
    () => undo(decision),
  )
  expect([overturned.status, undone.status]).toEqual([200, 409])
  expect((await owner.call(listDrive, { query: {} })).body.media).toHaveLength(1)
})

test('an appeal against a decision that staff undo at that moment opens no case', async ({
  skip,
}) => {
  if (!isPostgres(t.ctx.db)) skip('SQLite has one writer')
  const { bad, id } = await reported()
  await decide(moderator, id, 'warn')
  const decision = await removalOf(bad)
  const [undone, appealed] = await inTurn(
    (trx) => trx.selectFrom('reports').where('case_id', '=', id).select('id').forUpdate().execute(),
    () => undo(decision),
    () => bad.call(appealDecision, { params: { id: decision }, body: { text: 'Non.' } }),
  )
  expect([undone.status, codeOf(appealed)]).toEqual([200, 'appeal_over'])
})
