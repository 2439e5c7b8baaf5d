import { expect, test } from 'vitest'
import type { KyselyPlugin } from 'kysely'
import { block, report } from '#contract/safety'
import { otherHandlers } from '../../../server/moderation/conflict'
import { createRelation } from '../../../server/relations/service'
import { sharedApp } from '../../support/server/shared-app'
import { staffMember } from '../../support/world/staff'

const t = sharedApp()

test('who else of the team may handle a case is asked once, however many they are', async () => {
  const staff = []
  for (const name of ['lui', 'libre', 'amie', 'bloquee', 'plaignant', 'seconde'])
    staff.push(await staffMember(t, `equipe_${name}`))
  const [self, free, friend, blocker, reporter, second] = staff
  const bad = await t.member()
  await t.ctx.db
    .transaction()
    .execute((trx) =>
      createRelation(trx, friend?.accountId ?? '', bad.accountId, 'link', t.ctx.now()),
    )
  await blocker?.call(block, { params: { id: bad.accountId } })
  await reporter?.call(report, { body: { kind: 'profile', id: bad.accountId, reason: 'spam' } })
  const { id } = await t.ctx.db
    .selectFrom('cases')
    .where('account_id', '=', bad.accountId)
    .select('id')
    .executeTakeFirstOrThrow()
  let asked = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const others = await otherHandlers(
    t.ctx.db.withPlugin(counting),
    { userId: self?.userId ?? '' },
    id,
  )
  expect(others.toSorted()).toEqual([free?.userId, second?.userId].toSorted())
  expect(asked).toBe(1)
})
