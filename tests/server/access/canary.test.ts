import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { hideLocation, revealLocation } from '#contract/events/events'
import { mediaUrls } from '#contract/media'
import { listMessages } from '#contract/messaging/messages'
import { patchParticipant } from '#contract/events/participants'
import { cutExposure } from '#contract/sharing'
import { readWhole } from '../../../server/media/service'
import { newId } from '../../../server/tokens'
import { SLUG, type Name } from '../../support/world/canary-world'
import { COLUMNS, CRAWL, secretsOf, type Secret } from './crawl'
import {
  setUp,
  stands,
  w,
  BESIDE,
  type Sightings,
  look,
  settled,
  crawl,
  judge,
} from './canary-crawl'

setUp()

describe('the canary crawl', () => {
  test('every route has a row, every row a route', () => {
    expect(w.t.app.served.map((r) => r.id).sort()).toEqual(Object.keys(CRAWL).sort())
  })

  test('what is served beside the contract is known, and holds no secret', async () => {
    const root = new URL('../../../server/', import.meta.url)
    const files = (readdirSync(root, { recursive: true }) as string[]).filter((f) =>
      f.endsWith('.ts'),
    )
    const paths = files.flatMap((f) =>
      [
        ...readFileSync(new URL(f, root), 'utf8').matchAll(
          /(?:fastify|scope|app)\s*\.\s*(?:get|post|put|patch|delete|all|route)\b(?:<.*>)?\(\s*['"`]([^'"`]+)/g,
        ),
      ]
        .map((m) => m[1] as string)
        .concat(
          [
            ...readFileSync(new URL(f, root), 'utf8').matchAll(
              /\bmethod[^,]*,\s*url: [`'](\/[^`']*)/g,
            ),
            ...readFileSync(new URL(f, root), 'utf8').matchAll(/\bserveOnce\(\w+, '([^']+)'/g),
          ].map((m) => m[1] as string),
        ),
    )
    expect(paths.sort()).toEqual(Object.keys(BESIDE).sort())
    const seen: Sightings = new Map()
    for (const path of Object.values(BESIDE))
      look(
        secretsOf(w),
        seen,
        'anonymous',
        path,
        JSON.stringify(
          (await w.t.client().raw('GET', path.replace(':photo', w.ids.albumPhoto))).body,
        ),
      )
    expect([...seen]).toEqual([])
  })

  test('every text and coordinate of the database has a row; what the rows say is secret stands there', async () => {
    const tables = await w.t.ctx.db.introspection.getTables()
    const columns = tables.flatMap((t) =>
      (t.isView ? [] : t.columns)
        .filter((c) => /text|char|double|real|float|numeric|json/i.test(c.dataType))
        .map((c) => `${t.name}.${c.name}`),
    )
    expect(columns.sort()).toEqual(Object.keys(COLUMNS).sort())
    const secrets = secretsOf(w)
    for (const [column, row] of Object.entries(COLUMNS)) {
      const [table = '', name = ''] = column.split('.')
      const marks = row.split(' ').every((word) => word in secrets) ? row.split(' ') : []
      for (const mark of marks) {
        const found = await Promise.all(
          (secrets[mark]?.texts ?? []).map((text) => stands(table, name, text)),
        )
        expect(found.includes(true), `${column} holds no ${mark}`).toBe(true)
      }
    }
  })

  test('an address that is not told: each secret is seen by those it is for, and by nobody else', async () => {
    const secrets = secretsOf(w)
    const { seen, asked, answered } = await crawl(secrets)
    expect(judge(secrets, seen)).toEqual({ leaks: [], blind: [] })
    expect(seen.get('spoken accepted')).toContain('push of accepted')
    expect(answered).toBeGreaterThan(1000)
    expect(asked).toBeGreaterThan(3000)
  }, 400_000)

  test('it finds a leak that is planted in an answer or an event, and who no longer sees what is its own', async () => {
    const planted: Record<string, Secret> = {
      answer: { texts: ['bloqueur'], sees: [] },
      event: { texts: ['Zqplante'], sees: [] },
      lost: { texts: ['Zqnullepart'], sees: ['stranger'] },
    }
    w.said.push({
      channels: [`private-account-${w.who.stranger.accountId}`],
      text: JSON.stringify({ name: 'planted', payload: 'Zqplante' }),
    })
    const { seen } = await crawl(planted, ['stranger', 'blocker'], /^\/(auth|account)/)
    w.said.pop()
    const { leaks, blind } = judge(planted, seen, ['stranger', 'blocker'])
    expect(leaks).toEqual([
      expect.stringMatching(/^answer: .*me of blocker/),
      'event: planted of stranger',
    ])
    expect(blind).toEqual(['lost stranger'])
  })

  const EVENT_NAMES = [
    'anonymous',
    'victim',
    'stranger',
    'relation',
    'evented',
    'invited',
    'pending',
    'waiting',
    'accepted',
    'cancelled',
    'declined',
    'concealed',
    'coorg',
    'blocked',
    'host',
  ] as const satisfies readonly Name[]
  const EVENT_PATHS = /^\/(events|radar|news|conversations|messages|brief-photos|search)\b/
  const secretsWith = (
    given: Record<string, Partial<Secret>>,
  ): Readonly<Record<string, Secret>> => {
    const all = secretsOf(w)
    return Object.fromEntries(
      [
        'address',
        'concealed',
        'comment',
        'details',
        'draft',
        'organizersTalk',
        'spoken',
        'code',
        'victim',
        'blocked',
      ].map((k) => [k, { ...all[k], ...given[k] } as Secret]),
    )
  }

  test('an address that is revealed: told to the confirmed and to nobody else', async () => {
    w.said.length = 0
    expect(
      (await w.who.victim.call(revealLocation, { params: { id: w.ids.evening } })).status,
    ).toBe(200)
    const secrets = secretsWith({ address: { sees: ['victim', 'coorg', 'accepted', 'concealed'] } })
    // the news of it carries no address: neither by realtime nor in the list
    await settled()
    expect(w.said.some((s) => s.text.includes('location_revealed'))).toBe(true)
    expect(w.said.filter((s) => secrets['address']?.texts.some((x) => s.text.includes(x)))).toEqual(
      [],
    )
    const { seen } = await crawl(secrets, EVENT_NAMES, EVENT_PATHS)
    expect(judge(secrets, seen, EVENT_NAMES)).toEqual({ leaks: [], blind: [] })
  }, 400_000)

  test('hidden again, and one who was confirmed taken off the list: both know nothing any more', async () => {
    w.said.length = 0
    expect((await w.who.victim.call(hideLocation, { params: { id: w.ids.evening } })).status).toBe(
      200,
    )
    expect(
      (
        await w.who.victim.call(patchParticipant, {
          params: { id: w.ids.evening },
          body: { participantId: w.ids.acceptedRow, status: 'cancelled' },
        })
      ).status,
    ).toBe(200)
    await settled()
    // the exchange with the organizers stays, whatever becomes of the place
    const secrets = secretsWith({
      spoken: { sees: ['victim', 'coorg', 'concealed'] },
      code: { sees: [] },
      details: { sees: ['victim', 'coorg', 'invited', 'pending', 'waiting', 'concealed'] },
    })
    const { seen } = await crawl(secrets, EVENT_NAMES, EVENT_PATHS)
    expect(judge(secrets, seen, EVENT_NAMES)).toEqual({ leaks: [], blind: [] })
  }, 400_000)

  test('what one may change answers no more than what one may read', async () => {
    w.said.length = 0
    const { victim, accepted, invited, waiting } = w.who
    expect(
      (
        await victim.call(patchParticipant, {
          params: { id: w.ids.evening },
          body: { participantId: w.ids.acceptedRow, status: 'accepted' },
        })
      ).status,
    ).toBe(200)
    const { messages } = (await accepted.call(listMessages, { params: { id: w.ids.eventTalk } }))
      .body
    const [own, theirs] = [
      messages.find((x) => x.content === 'Réponse'),
      messages.find((x) => x.content === 'Zqparole'),
    ]
    expect(own?.reactions['👍']?.length).toBe(2)
    const names = ['accepted', 'invited', 'waiting', 'pending'] as const
    const secrets = secretsWith({ spoken: { sees: ['victim', 'coorg', 'concealed', 'accepted'] } })
    const seen: Sightings = new Map()
    const as = async (
      name: (typeof names)[number],
      method: string,
      path: string,
      body?: unknown,
    ): Promise<void> => {
      const answer = await w.who[name].raw(
        method,
        `/api${path}`,
        body === undefined ? {} : { body },
      )
      expect(answer.status, `${name} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
      look(secrets, seen, name, path, JSON.stringify([answer.body, answer.headers]))
    }
    const me = accepted.identityIds[0]
    await as('accepted', 'PUT', `/messages/${own?.id}/reactions`, { emoji: '❤️', identity_id: me })
    await as('accepted', 'POST', `/conversations/${w.ids.eventTalk}/messages`, {
      content: 'Oui',
      sender_identity_id: me,
      client_msg_id: newId(),
      quoted_message_id: theirs?.id,
    })
    await as('accepted', 'POST', `/conversations/${w.ids.eventTalk}/mark-read`, { identityId: me })
    await as('accepted', 'DELETE', `/messages/${own?.id}/reactions`)
    await as('accepted', 'POST', `/events/${w.ids.evening}/start-conversation`, {})
    for (const name of ['invited', 'waiting'] as const) {
      await as(name, 'POST', `/events/${w.ids.evening}/subscribe`, {
        rules_version: 1,
        accepted_by: w.who[name].identityIds,
      })
      await as(name, 'POST', `/events/${w.ids.evening}/hidden`, { is_hidden: true })
      await as(name, 'POST', '/events/join-by-slug', { slug: SLUG })
      await as(name, 'POST', `/events/${w.ids.evening}/unsubscribe`)
    }
    await as('pending', 'POST', `/events/${w.ids.evening}/start-conversation`, {})
    await settled()
    expect(
      [invited.accountId, waiting.accountId].every((id) => w.said.some((s) => s.text.includes(id))),
    ).toBe(true)
    const heard = await crawl(secrets, names, /^\/(conversations|messages)/)
    for (const [k, where] of heard.seen) seen.set(k, new Set([...(seen.get(k) ?? []), ...where]))
    expect(judge(secrets, seen, names).leaks).toEqual([])
  }, 400_000)

  test('what a member may not see is in no answer to what it may not do either', async () => {
    const secrets = secretsOf(w)
    const seen: Sightings = new Map()
    const { victim } = w.who
    const tries: readonly (readonly [string, string, unknown])[] = [
      ['POST', `/events/${w.ids.evening}/subscribe`, undefined],
      ['PUT', `/events/${w.ids.evening}`, { title: 'Autre' }],
      ['POST', `/events/${w.ids.evening}/publish`, { status: 'draft' }],
      ['POST', `/events/${w.ids.evening}/hidden`, { is_hidden: true }],
      ['POST', `/events/${w.ids.evening}/invite`, { account_handle: 'zqcache' }],
      [
        'POST',
        `/events/${w.ids.evening}/start-conversation`,
        { participant_id: w.ids.concealedRow },
      ],
      [
        'PATCH',
        `/events/${w.ids.evening}/participants`,
        { participantId: w.ids.concealedRow, has_paid: true },
      ],
      ['POST', '/events/join-by-slug', { slug: 'zqcode-brouillon' }],
      [
        'POST',
        `/events/${w.ids.evening}/duplicate`,
        { start_date: new Date(Date.now() + 1e9).toISOString() },
      ],
      ['POST', '/albums/shares', { album_id: w.ids.albumOne, account_id: victim.accountId }],
      ['PATCH', `/albums/${w.ids.albumOne}`, { isPublic: true }],
      ['POST', '/account/avatar', { mediaId: w.ids.unsent }],
      ['POST', '/account/public-photos', { media_ids: [w.ids.albumPhoto] }],
      [
        'POST',
        `/conversations/${w.ids.direct}/messages`,
        { content: 'x', sender_identity_id: null, client_msg_id: w.ids.draft },
      ],
      [
        'PUT',
        `/messages/${w.ids.message}/reactions`,
        { emoji: '👍', identity_id: victim.identityIds[0] },
      ],
      ['POST', '/reports', { kind: 'photo', id: w.ids.unsent, reason: 'spam' }],
      ['PATCH', `/accounts/${victim.accountId}`, { data: {} }],
    ]
    for (const name of ['anonymous', 'stranger', 'blocked', 'blocker', 'neighbour'] as const)
      for (const [method, path, body] of tries) {
        const answer = await { ...w.client(name) }.raw(
          method,
          `/api${path}`,
          body === undefined ? {} : { body },
        )
        expect(answer.status, `${name} ${path}`).toBeGreaterThanOrEqual(400)
        look(secrets, seen, name, path, JSON.stringify([answer.body, answer.headers]))
      }
    expect([...seen]).toEqual([])
  })

  test('«Tout couper»: names, events, albums and every link that was signed before', async () => {
    const linksOf = async (name: 'victim' | 'oneAlbum' | 'allAlbums') =>
      (
        await w.who[name].call(mediaUrls, {
          body: {
            items: [
              { id: w.ids.albumPhoto, variant: 'full' },
              { id: w.ids.albumPhoto, variant: 'thumbnail' },
            ],
          },
        })
      ).body.links.map((l) => l.url)
    const [own, ...theirs] = await Promise.all([
      linksOf('victim'),
      linksOf('oneAlbum'),
      linksOf('allAlbums'),
    ])
    const status = async (url: string) => (await w.t.client().raw('GET', url)).status
    expect(theirs.flat()).toHaveLength(4)
    for (const url of [...own, ...theirs.flat()]) expect(await status(url)).toBe(200)
    w.said.length = 0
    expect((await w.who.victim.call(cutExposure, { body: {} })).status).toBe(200)
    for (const url of theirs.flat()) expect(await status(url)).toBe(403)
    for (const url of own) expect(await status(url)).toBe(200)
    await settled()
    const names = [
      'victim',
      'named',
      'evented',
      'oneAlbum',
      'allAlbums',
    ] as const satisfies readonly Name[]
    const all = secretsOf(w)
    const secrets = Object.fromEntries(
      (['firstName', 'albumOne', 'albumTwo', 'evening'] as const).map((k) => [
        k,
        { ...all[k], sees: ['victim'] } as Secret,
      ]),
    )
    const { seen } = await crawl(secrets, names)
    expect(judge(secrets, seen, names)).toEqual({ leaks: [], blind: [] })
  }, 400_000)

  test('logs hold none of it, stored pictures nothing of where they were taken', async () => {
    expect(w.log().length).toBeGreaterThan(100_000)
    // how long an answer took may read like a coordinate
    const log = w.log().replace(/"responseTime":[\d.e-]+/g, '')
    const inLog = Object.entries(secretsOf(w))
      // a commune's five digits may also be a part of a time in ms
      .filter(([, s]) =>
        s.texts.some((x) =>
          /^\d+$/.test(x) ? new RegExp(`(?<!\\d)${x}(?!\\d)`).test(log) : log.includes(x),
        ),
      )
      .map(([name]) => name)
    expect(inLog).toEqual([])
    const { storage } = w.t.ctx
    const files: Buffer[] = []
    for await (const { key } of storage.list())
      files.push((await readWhole(storage, key)) as Buffer)
    expect(files.length).toBeGreaterThan(10)
    for (const bytes of files) {
      expect(bytes.includes('Zq') || bytes.includes('Exif')).toBe(false)
      const { exif, icc, iptc, xmp } = await sharp(bytes).metadata()
      expect([exif, icc, iptc, xmp]).toEqual([undefined, undefined, undefined, undefined])
    }
  })
})
