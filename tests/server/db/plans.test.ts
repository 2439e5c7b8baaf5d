import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../server/tokens'
import { purgeAccount } from '../../../server/life/deletion'
import { isPostgres } from '../../../server/db/dialect'
import { encryptColumns } from '../../../server/db/seal/job'
import { testApp, type Member, type TestApp } from '../../support/server/server'
import { picture, upload } from '../../support/world/world'
import { until } from '../hub/engine'
import { liveClient, tapPublisher } from '../live-client'

/** Tables that stay small whatever the number of members: reading them whole is right. */
const SMALL = new Set([
  'settings',
  'staff',
  'community_settings',
  'house_rules',
  'work_claims',
  'kysely_migration',
  'kysely_migration_lock',
])

/** Once a day, looked through from end to end. */
const DAILY = [
  /^delete from (?:"push_devices" where \(\("bound_at" is null|"sessions" where \("ended_at" <|"event_answers" where "event_id" in)/,
  // all groups without members: its end tells it from the search among a few ids
  /^select "c"\."id" from "conversations" .* "t"\."conversation_id" = "c"\."id"\)$/,
]

/** Every published event: an index of few values is a scan. */
const BY_STATUS = /^SEARCH (\w+) USING INDEX events_start \(status=\?\)/

/** In how many conversations accounts have something unread. */
const UNREAD = 'count(distinct p.conversation_id)'

/** The system messages about an account that is erased. */
const ABOUT = /^select .* from "messages" where "sender_account_id" is null and "client_hash" =/

let t: TestApp
let watching = false
const seen = new Map<string, readonly unknown[]>()
let one: Member
let two: Member
beforeAll(async () => {
  t = await testApp(
    {},
    {
      onQuery: ({ sql, parameters }) => {
        if (watching) seen.set(sql, parameters)
      },
    },
  )
  one = await t.member('plans_un', ['woman', 'man'])
  two = await t.member('plans_deux')
})
afterAll(() => t.close())

const ok = async (
  who: Member,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, never>> => {
  const answer = await who.raw(method, path, body === undefined ? {} : { body })
  expect([200, 201], `${method} ${path} ${JSON.stringify(answer.body)}`).toContain(answer.status)
  return answer.body as Record<string, never>
}
const say = (
  who: Member,
  id: string,
  content: string,
  media_ids: string[] = [],
): Promise<{ id: string }> =>
  ok(who, 'POST', `/api/conversations/${id}/messages`, {
    content,
    sender_identity_id: who.identityIds[0],
    client_msg_id: newId(),
    media_ids,
  }) as never

/**
 * An event and a shared album between two relations; returns the paths of the lists that show them.
 */
const lists = async (): Promise<{ event: string; paths: string[] }> => {
  const { event } = (await ok(one, 'POST', '/api/events', {
    title: 'Soirée',
    start_date: new Date(t.ctx.now() + 86_400_000).toISOString(),
    access_type: 'open_to_relations',
  })) as unknown as { event: { id: string } }
  await ok(one, 'POST', `/api/events/${event.id}/publish`, { status: 'published' })
  await ok(one, 'POST', `/api/events/${event.id}/invite`, { account_handle: two.handle })
  await ok(two, 'POST', `/api/events/${event.id}/subscribe`)
  const { album } = (await ok(one, 'POST', '/api/albums', {
    name: 'Nous',
    isPublic: false,
  })) as unknown as { album: { id: string } }
  await ok(one, 'PATCH', `/api/relations/${two.accountId}/sharing`, {
    shareNames: true,
    shareEvents: true,
    shareAllPrivateAlbums: false,
    sharedAlbumIds: [album.id],
  })
  const photo = (await upload(one, await picture(3))).body.media_id
  await ok(one, 'POST', `/api/albums/${album.id}/media`, { mediaIds: [photo] })
  const everywhere = '-90,-180,90,180'
  const paths = [
    '/api/events/invited-events',
    '/api/events/invited-events?q=soir',
    '/api/events/my-calendar',
    '/api/events/my-calendar?q=soir',
    `/api/events/${event.id}`,
    `/api/events/${event.id}/participants`,
    `/api/relations/${one.accountId}/events`,
    `/api/accounts/${one.accountId}/profile`,
    `/api/accounts/${one.accountId}/photos`,
    '/api/albums',
    `/api/albums?accountId=${one.accountId}&includePrivate=true&includeShared=true`,
    `/api/albums/${album.id}/media`,
    '/api/albums/shares?type=incoming',
    '/api/albums/shares?type=outgoing',
    '/api/conversations',
    '/api/conversations/search?q=plans',
    '/api/messages/search?q=bonsoir',
    '/api/search?q=plans',
    '/api/news',
    '/api/news/unread',
    '/api/relations',
    '/api/relations?q=plans',
    '/api/relations/sharing/outgoing',
    `/api/relations/locations?bbox=${everywhere}`,
    `/api/places?bbox=${everywhere}`,
    '/api/account/exposure',
    '/api/account/blocks',
    '/api/join-links',
    '/api/media',
  ]
  return { event: event.id, paths }
}

/** A user creates an account, and it is purged. */
const arriveAndLeave = async (): Promise<void> => {
  const user = await t.member('plans_avant')
  const { db } = t.ctx
  await db.updateTable('users').set({ account_id: null }).where('id', '=', user.userId).execute()
  const { account } = (await ok(user, 'POST', '/api/accounts', {
    account_handle: 'plans_apres',
    identities: [{ identity_handle: 'plans_elle', gender: 'woman', is_primary: true }],
  })) as unknown as { account: { id: string } }
  await purgeAccount(t.ctx, account.id)
}

/** Typical requests of members, and the scheduled jobs. */
const aDay = async (): Promise<void> => {
  const { conversation } = (await ok(one, 'POST', '/api/conversations/start', {
    handle: two.handle,
  })) as unknown as { conversation: { id: string } }
  const { id } = conversation
  await ok(one, 'POST', '/api/presence/heartbeat')
  const photo = (await upload(one, await picture(2))).body.media_id
  const first = await say(one, id, 'Bonsoir', [photo])
  await say(two, id, 'Bonsoir à vous')
  await ok(two, 'POST', `/api/conversations/${id}/mark-read`, { identityId: two.identityIds[0] })
  const { event, paths } = await lists()
  for (const path of [
    '/api/auth/me',
    '/api/conversations',
    `/api/conversations/${id}`,
    `/api/conversations/${id}/messages?limit=50`,
    `/api/conversations/${id}/messages?limit=50&oldestLoadedMessageId=${first.id}`,
    `/api/conversations/${id}/sync?since=${encodeURIComponent(new Date(0).toISOString())}`,
    '/api/presence/bootstrap',
    `/api/media/${photo}/url`,
    ...paths,
  ])
    await ok(two, 'GET', path)
  await ok(two, 'POST', '/api/media/urls', { items: [{ id: photo, variant: 'full' }] })
  await ok(two, 'POST', `/api/pusher/auth`, {
    socket_id: '12.34',
    channel_name: `private-conversation-${id}`,
  })
  await ok(two, 'POST', `/api/pusher/auth`, {
    socket_id: '12.34',
    channel_name: `presence-account-${one.accountId}`,
  })
  await ok(one, 'POST', '/api/presence/offline', { sessionId: 'x' })
  await ok(two, 'GET', '/api/accounts/check?handle=plans_libre')
  await ok(one, 'DELETE', `/api/events/${event}`)
  await ok(two, 'POST', '/api/account/export', { password: 'un-bon-mot-de-passe' })
  await arriveAndLeave()
  await t.app.jobs.run()
  await t.ctx.bus.idle()
}

test('what is unread is counted for who is there, and for nobody else', async () => {
  const [away, here] = [await t.member('plans_absent'), await t.member('plans_present')]
  const live = await liveClient(await t.listen(), here)
  await live.subscribe(`private-account-${here.accountId}`)
  const counted: (readonly unknown[])[] = []
  for (const other of [away, here]) {
    const { conversation } = (await ok(one, 'POST', '/api/conversations/start', {
      handle: other.handle,
    })) as unknown as { conversation: { id: string } }
    await t.ctx.bus.idle()
    seen.clear()
    watching = true
    await say(one, conversation.id, 'Es-tu là ?')
    await t.ctx.bus.idle()
    watching = false
    counted.push(
      [...seen]
        .filter(([sql]) => sql.includes(UNREAD))
        .flatMap(([, asked]) => asked)
        .flat(),
    )
  }
  expect(counted).toEqual([[], [here.accountId]])
  await until(() => live.named('account.inbox.updated').length === 1)
  expect(live.named('account.inbox.updated')[0]?.data).toMatchObject({
    payload: { accountId: here.accountId, unreadConversations: 1 },
  })
  live.pusher.disconnect()
})

test('every query of a day in the life of the server is answered by an index, on this engine', async () => {
  const tap = tapPublisher(t)
  // reads all tables, once
  await encryptColumns(t.ctx)
  seen.clear()
  watching = true
  await aDay()
  watching = false
  tap.stop()
  expect([...seen.keys()].some((sql) => sql.includes(UNREAD))).toBe(true)
  expect([...seen.keys()].some((sql) => ABOUT.test(sql))).toBe(true)
  expect(seen.size).toBeGreaterThan(60)
  const postgres = isPostgres(t.ctx.db)
  const scans: string[] = []
  await t.ctx.db.connection().execute(async (db) => {
    // the tables are almost empty: the test checks whether an index could serve the query
    if (postgres) await db.executeQuery(CompiledQuery.raw('set enable_seqscan = off'))
    for (const [sql, parameters] of seen) {
      if (
        !/^(?:select|update|delete|with)/i.test(sql) ||
        (/ limit \S+$/.test(sql) && /"settings"/.test(sql))
      )
        continue
      const plan = await db.executeQuery<Record<string, string>>(
        CompiledQuery.raw(`explain ${postgres ? '' : 'query plan '}${sql}`, [...parameters]),
      )
      // not through the system messages of everybody
      if (ABOUT.test(sql)) expect(JSON.stringify(plan.rows)).toContain('messages_about')
      for (const row of plan.rows) {
        const line = postgres ? (row['QUERY PLAN'] ?? '') : (row['detail'] ?? '')
        // SQLite names what it reads by its alias
        const found = postgres
          ? /Seq Scan on (\w+)/.exec(line)?.[1]
          : (/^SCAN (\w+)(?! *\()/.exec(line) ?? BY_STATUS.exec(line))?.[1]
        if (
          !found ||
          found === 'CONSTANT' ||
          sql.includes(`) as "${found}"`) ||
          sql.startsWith(`with ${found} (`) ||
          DAILY.some((one) => one.test(sql))
        )
          continue
        const table = new RegExp(`"(\\w+)" as "${found}"`).exec(sql)?.[1] ?? found
        if (!SMALL.has(table)) scans.push(`${table}: ${line} ← ${sql.slice(0, 400)}`)
      }
    }
    if (postgres) await db.executeQuery(CompiledQuery.raw('set enable_seqscan = on'))
  })
  expect(scans).toEqual([])
})
