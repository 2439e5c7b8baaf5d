import { expect, test } from 'vitest'
import { createAlbum } from '#contract/albums/albums'
import { saveFeelings } from '#contract/notes'
import * as p from '#contract/profile/parting'
import { fillPath } from '#contract/route'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { addPhoto } from '../../support/world/couples'
import { say } from '../../support/world/exchanges'
import { again, ask, couple, DAY_MS, talkWith } from './setup'

const t = sharedApp()

/** Everything that a member gets from reads, with each of these ids wherever a path has one. */
const readAll = async (who: Member, ids: readonly string[]) => {
  const answers: { route: string; text: string }[] = []
  for (const route of t.app.served) {
    if (route.method !== 'GET' || (route.auth !== 'account' && route.auth !== 'user')) continue
    const names = [...route.path.matchAll(/:([a-zA-Z_]+)/g)].map((m) => m[1] ?? '')
    for (const id of names.length > 0 ? ids : ['']) {
      const path = fillPath(route.path, Object.fromEntries(names.map((n) => [n, id])))
      const { status, body } = await who.raw('GET', `/api${path}`)
      expect(status, route.id).toBeLessThan(500)
      answers.push({ route: route.id, text: JSON.stringify(body) })
    }
  }
  return (secret: string): string[] => [
    ...new Set(answers.flatMap((a) => (a.text.includes(secret) ? [a.route] : []))),
  ]
}

test('afterwards no read of either shows the other’s account, login, notes, photos or discussions', async () => {
  const c = await couple(t)
  const [shared, hers, his] = [await t.member(), await t.member(), await t.member()]
  const both = await talkWith(c.anne, shared)
  await say(c.anne, both, 'ensemble', { sender_identity_id: null })
  const alone = await talkWith(c.anne, hers)
  await say(c.anne, alone, 'canari-anne-discussion')
  const other = await talkWith(c.paul, his)
  await say(c.paul, other, 'canari-paul-discussion', { sender_identity_id: c.paulId })
  const herPhoto = await addPhoto(c.anne, [c.anneId])
  const hisPhoto = await addPhoto(c.paul, [c.paulId])
  await ask(c.anne, { handle: 'canari_anne' })
  await c.anne.call(p.chooseInParting, {
    body: { kind: 'relation', ids: [c.friend.accountId], on: true },
  })
  const asPaul = await readAll(await again(t, c.paul), [c.account])
  expect(asPaul('canari_anne')).toEqual([])

  t.clock.now += 7 * DAY_MS + 1000
  await t.app.jobs.run()
  await t.ctx.bus.idle()
  const [anne, paul] = [await again(t, c.anne), await again(t, c.paul)]
  for (const [who, word] of [
    [anne, 'anne'],
    [paul, 'paul'],
  ] as const) {
    await who.call(createAlbum, { body: { name: `canari-${word}-album`, isPublic: true } })
    await who.call(saveFeelings, {
      params: { id: c.friend.accountId },
      body: {
        global_comment: `canari-${word}-note`,
        identity_feelings: { [who.identityIds[0] ?? '']: { feeling: 3, comment: null } },
      },
    })
  }
  const ids = [
    anne.accountId,
    paul.accountId,
    c.friend.accountId,
    both,
    alone,
    other,
    herPhoto,
    hisPhoto,
  ]
  const seen = { anne: await readAll(anne, ids), paul: await readAll(paul, ids) }
  for (const secret of [
    'canari_anne',
    'canari-anne',
    anne.accountId,
    anne.identityIds[0] ?? '',
    c.anne.email,
    herPhoto,
  ])
    expect(seen.paul(secret), secret).toEqual([])
  for (const secret of ['canari-paul', c.paul.email, hisPhoto])
    expect(seen.anne(secret), secret).toEqual([])
  // the crawl reads: what is one's own is there
  expect(seen.anne('canari-anne-note')).toEqual(['getFeelings'])
  expect(seen.paul('canari-paul-discussion')).toContain('listMessages')
})
