import { expect, test } from 'vitest'
import { startConversation } from '#contract/messaging/messages'
import { divideAccount } from '../../../server/parting/split'
import { setUp, t } from './parting-setup'
import { ask, couple } from './setup'

setUp()

test('discussions that stay as they are cost a parting no statements of their own', async () => {
  const dividing = async (talks: number): Promise<number> => {
    const { anne, account } = await couple(t)
    for (let n = 0; n < talks; n += 1)
      await (await t.member()).call(startConversation, { body: { handle: anne.handle } })
    const asked = await ask(anne, { handle: `parted_with_${talks}` })
    expect(asked.status).toBeLessThan(300)
    const { id } = await t.ctx.db
      .selectFrom('partings')
      .where('account_id', '=', account)
      .select('id')
      .executeTakeFirstOrThrow()
    return t.queriesOf(async () => expect(await divideAccount(t.ctx, id)).toBe(true))
  }
  expect(await dividing(5)).toBe(await dividing(1))
})
