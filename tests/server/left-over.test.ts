import { expect, test } from 'vitest'
import { createJoinLink } from '#contract/profile/profile'
import { listRelations } from '#contract/relations'
import { hashSecret } from '../../server/tokens'
import type { Member } from '../support/server/server'
import { invite, join, make, setUp, status, t } from './events/events-setup'

setUp()

// what a process that is killed after a commit does not do, the jobs of the next minute do

const comes = async (host: Member, ...guests: readonly Member[]): Promise<string> => {
  const id = await make(host)
  for (const guest of guests) {
    await invite(host, id, guest)
    await join(guest, id)
  }
  return id
}
test('the invitation that a new account came with is followed', async () => {
  const [host, comer, late] = [await t.member(), await t.member(), await t.member()]
  const id = await make(host)
  const linkOf = async (): Promise<string> => {
    const { body } = await host.call(createJoinLink, { body: { kind: 'event', event_id: id } })
    return hashSecret(body.link.url?.split('/').at(-1) ?? '')
  }
  const registered = async (one: Member, join_token_hash: string) =>
    t.ctx.db.updateTable('users').set({ join_token_hash }).where('id', '=', one.userId).execute()
  await registered(comer, await linkOf())
  await registered(late, hashSecret('no link any more'))
  await t.app.jobs.run()
  const { relations } = (await comer.call(listRelations, { query: {} })).body
  expect(relations.map((r) => r.with_account_id)).toEqual([host.accountId])
  expect(await status(comer, id)).toBe('invited')
  // nor is it looked for again
  const open = await t.ctx.db
    .selectFrom('users')
    .where('join_token_hash', 'is not', null)
    .select('id')
    .execute()
  expect(open).toEqual([])
})

test('members whom a zone or a block separates leave the events of each other', async () => {
  const [host, guest, other] = [await t.member(), await t.member(), await t.member()]
  const id = await comes(host, guest, other)
  await t.ctx.db
    .insertInto('zone_pairs')
    .values({ account_id: guest.accountId, with_account_id: host.accountId })
    .execute()
  await t.app.jobs.run()
  const rows = await t.ctx.db
    .selectFrom('event_participants')
    .where('event_id', '=', id)
    .select(['account_id', 'status'])
    .execute()
  expect(Object.fromEntries(rows.map((r) => [r.account_id, r.status]))).toEqual({
    [host.accountId]: 'accepted',
    [guest.accountId]: 'declined',
    [other.accountId]: 'accepted',
  })
})
