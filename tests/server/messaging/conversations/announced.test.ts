import { expect, test, vi } from 'vitest'
import * as g from '#contract/messaging/groups'
import type { Member } from '../../../support/server/server'
import { tapPublisher } from '../../live-client'
import { add, circle, create, setUp, t } from '../groups-setup'

setUp()

test('a change of a group reaches open pages although the database was away right after it', async () => {
  const [first, second, third] = (await circle(3)) as [Member, Member, Member]
  /** Names of the events that the member hears of it, when the first of all cannot be published. */
  const heardBy = async (who: Member, act: () => Promise<unknown>): Promise<readonly string[]> => {
    await t.ctx.bus.idle()
    const tap = tapPublisher(t)
    const away = vi.spyOn(t.ctx.realtime, 'publish').mockImplementationOnce(() => {
      throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    })
    await act()
    await t.ctx.bus.idle()
    away.mockRestore()
    tap.stop()
    return tap.events.flatMap((e) =>
      e.channel === `private-account-${who.accountId}` ? [e.name] : [],
    )
  }
  let id = ''
  const made = async (): Promise<void> => {
    id = (await create(first, [second])).id
  }
  const admin = { account_id: second.accountId, is_admin: true }
  for (const [who, act] of [
    [second, made],
    [second, () => first.call(g.updateGroup, { params: { id }, body: { title: 'Les amis' } })],
    [second, () => first.call(g.setAdmin, { params: { id }, body: admin })],
    [third, () => add(first, id, [third])],
  ] as const)
    expect(await heardBy(who, act)).toContain('conversation.created')
})
