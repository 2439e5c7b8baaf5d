import { expect, test } from 'vitest'
import * as p from '#contract/profile/parting'
import { deleteAccount, keepAccount } from '#contract/safety'
import { collectArchive } from '../../../server/life/collect'
import { purgeAccount } from '../../../server/life/deletion'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { say } from '../../support/world/exchanges'
import { again, couple, part, PASSWORD, talkWith } from './setup'

const t = sharedApp()

const GONE = 'Compte supprimé'
const namesIn = async (who: Member, id: string) => {
  const [listed] = (await who.call(p.listPastTalks)).body.talks
  const { body } = await who.call(p.readPastTalk, { params: { id }, query: {} })
  return [listed?.title, body.title, body.messages.find((x) => x.content === 'mot de Paul')?.handle]
}
const stored = (who: Member) =>
  t.ctx.db
    .selectFrom('past_talks')
    .where('account_id', '=', who.accountId)
    .select(['title', 'partner_handle'])
    .executeTakeFirst()

test('a deleted account has no name in an earlier discussion, nor one that awaits its deletion', async () => {
  const c = await couple(t)
  const other = await t.member()
  const talk = await talkWith(c.anne, other)
  await say(c.anne, talk, 'mot d’Anne', { sender_identity_id: c.anneId })
  await say(c.paul, talk, 'mot de Paul', { sender_identity_id: c.paulId })
  const { anne, paul } = await part(t, c)
  const before = await namesIn(anne, talk)
  const partner = before[2] ?? ''
  expect(before).toEqual([other.handle, other.handle, expect.any(String)])
  expect(partner).not.toBe(GONE)

  const back = await again(t, other)
  await back.call(deleteAccount, { body: { password: PASSWORD } })
  expect(await namesIn(anne, talk)).toEqual([GONE, GONE, partner])
  await back.call(keepAccount)
  expect(await namesIn(anne, talk)).toEqual(before)

  await purgeAccount(t.ctx, other.accountId)
  expect(await namesIn(anne, talk)).toEqual([GONE, GONE, partner])
  expect(await stored(anne)).toEqual({ title: GONE, partner_handle: partner })
  const mine = await collectArchive(t.ctx, { accountId: anne.accountId, userId: anne.userId })
  expect(JSON.stringify(mine)).not.toContain(other.handle)

  await paul.call(deleteAccount, { body: { password: PASSWORD } })
  expect((await namesIn(anne, talk))[2]).toBe(GONE)
  await purgeAccount(t.ctx, paul.accountId)
  expect((await namesIn(anne, talk))[2]).toBeUndefined()
  expect(await stored(anne)).toEqual({ title: GONE, partner_handle: GONE })
})

test('who parted keeps the name of the other member when their former partner is deleted', async () => {
  const c = await couple(t)
  const other = await t.member()
  const talk = await talkWith(c.anne, other)
  await say(c.anne, talk, 'mot d’Anne', { sender_identity_id: c.anneId })
  await say(c.paul, talk, 'mot de Paul', { sender_identity_id: c.paulId })
  const { anne } = await part(t, c)
  await purgeAccount(t.ctx, c.account)
  expect(await stored(anne)).toEqual({ title: other.handle, partner_handle: GONE })
  expect((await namesIn(anne, talk))[0]).toBe(other.handle)
})
