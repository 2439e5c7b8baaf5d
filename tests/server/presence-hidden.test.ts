import { beforeAll, expect, test } from 'vitest'
import { createGroup } from '#contract/messaging/groups'
import { updatePreferences } from '#contract/settings'
import { liveClient } from './live-client'
import { beat, setUp, t } from './presence-setup'

setUp()
let base: string
beforeAll(async () => {
  base = await t.listen()
})

test.each([
  ['of this process', 'own'],
  ['of several processes', 'all'],
] as const)(
  'who hides their presence follows no member of a group, and none follows them: sockets %s',
  async (_, sockets) => {
    const { publisher } = t.ctx.realtime
    const { presencePartners } = publisher
    const [lead, me, mate] = [await t.member(), await t.member(), await t.member()]
    for (const one of [me, mate]) await t.relate(lead, one)
    await lead.call(createGroup, {
      body: { title: 'Le cercle', account_ids: [me.accountId, mate.accountId] },
    })
    const ended: string[] = []
    const lives = []
    for (const [who, of] of [
      [me, mate],
      [mate, me],
      [lead, mate],
    ] as const) {
      const live = await liveClient(base, who)
      lives.push(live)
      const channel = await live.subscribe(`presence-account-${of.accountId}`)
      channel.bind('pusher:subscription_error', () => ended.push(`${who.handle} ${of.handle}`))
    }
    if (sockets === 'all') publisher.presencePartners = () => null
    await me.call(updatePreferences, { body: { presence: false } })
    await t.ctx.bus.idle()
    publisher.presencePartners = presencePartners
    await expect
      .poll(() => [...ended].sort())
      .toEqual([`${mate.handle} ${me.handle}`, `${me.handle} ${mate.handle}`].sort())
    await beat(mate)
    const [mine, , leads] = lives
    await expect.poll(() => leads?.named('account.presence.updated')).toHaveLength(1)
    expect(mine?.named('account.presence.updated')).toEqual([])
    for (const live of lives) live.pusher.disconnect()
  },
)
