import Pusher from 'pusher'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendMessage, startConversation } from '#contract/messaging/messages'
import { presenceBootstrap, presenceHeartbeat, presenceOffline } from '#contract/presence'
import { localKeys } from '../../server/app'
import { insertSession } from '../../server/session/tokens/queries'
import { signAccessToken } from '../../server/plugins/auth'
import { newId } from '../../server/tokens'
import { redisBinary, startRedis, type RedisServer } from '../support/server/redis'
import { testApp, type Client, type Member, type TestApp } from '../support/server/server'
import { until } from './hub/engine'
import { liveClient, type Live } from './live-client'

const binary = redisBinary()
const relate = async (one: Member, other: Member): Promise<void> => {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const)
    await base.ctx.db
      .insertInto('relations')
      .values({
        account_id: from.accountId,
        with_account_id: to.accountId,
        created_at: 1,
        origin: 'link',
      })
      .execute()
}
let base: TestApp
const SECRET = 'un secret que les deux processus ont en commun'

/** Two processes of one community: two apps with one database, one Redis and one secret, each with its own engine. */
describe.skipIf(!binary.path)(
  `two processes and one Redis${binary.why && ` (not run: ${binary.why})`}`,
  () => {
    let redis: RedisServer
    let a: TestApp
    let b: TestApp
    let urls: { a: string; b: string }
    const lives: Live[] = []
    const live = async (base: string, member: Member, authBase?: string): Promise<Live> => {
      const l = await liveClient(base, member, authBase)
      lives.push(l)
      return l
    }
    /** The same member, calling the other process. */
    const at = (t: TestApp, member: Member): Client =>
      Object.assign(t.client(), { token: member.token, identity: member.identity })

    beforeAll(async () => {
      redis = await startRedis(binary.path ?? '')
      const settings = { SECRET, REDIS_URL: redis.url, REALTIME_REST: '1' }
      a = await testApp(settings)
      base = a
      b = await testApp(settings, { database: a.ctx.database, now: a.ctx.now })
      urls = { a: await a.listen(), b: await b.listen() }
      await until(() => a.ctx.link.up() && b.ctx.link.up())
    })
    afterAll(async () => {
      for (const l of lives) l.pusher.disconnect()
      await b.close()
      await a.close()
      await redis.close()
    })

    test('a message sent to one process reaches the sockets of the other, once', async () => {
      const [me, friend] = [await a.member(), await a.member()]
      const {
        body: { conversation },
      } = await me.call(startConversation, { body: { handle: friend.handle } })
      const there = await live(urls.b, friend)
      await there.subscribe(`private-conversation-${conversation.id}`)
      const answer = await me.call(sendMessage, {
        params: { id: conversation.id },
        body: {
          content: 'Bonsoir de l’autre côté',
          sender_identity_id: me.identityIds[0] ?? null,
          client_msg_id: newId(),
        },
      })
      expect(answer.status).toBe(201)
      await until(() => there.named('conversation.message.created').length > 0)
      expect(there.named('conversation.message.created')).toHaveLength(1)
      expect(JSON.stringify(there.named('conversation.message.created')[0]?.data)).toContain(
        'de l’autre côté',
      )
    })

    test('a right withdrawn on one process ends on the other, and its signature is void', async () => {
      const [me, friend] = [await a.member(), await a.member()]
      await relate(me, friend)
      // the socket is on b, its signatures come from a
      const there = await live(urls.b, me, urls.a)
      const channel = `presence-account-${friend.accountId}`
      await there.subscribe(channel)
      expect(b.app.hub?.stats().subscriptions).toBeGreaterThan(0)
      const refused = new Promise<number | undefined>((resolve) =>
        there.pusher
          .channel(channel)
          .bind('pusher:subscription_error', (e: { status?: number }) => resolve(e.status)),
      )
      await a.ctx.realtime.publisher.withdrawAll([{ channel, accountId: me.accountId }])
      expect(await refused).toBe(403)
      const opened = there.pusher.connection.socket_id
      const signed = await at(a, me).raw('POST', '/api/pusher/auth', {
        body: { socket_id: opened, channel_name: `private-account-${me.accountId}` },
      })
      await a.ctx.realtime.publisher.withdraw({
        channel: `private-account-${me.accountId}`,
        accountId: me.accountId,
      })
      const said = new Promise<unknown>((resolve) =>
        there.pusher.bind_global(
          (event: string, data: unknown) => event === 'pusher:subscription_error' && resolve(data),
        ),
      )
      there.pusher.connection.send_event(
        'pusher:subscribe',
        { channel: `private-account-${me.accountId}`, ...(signed.body as { auth: string }) },
        undefined,
      )
      await Promise.race([said, until(() => b.app.hub?.hasAccount(me.accountId) === false)])
      expect(b.app.hub?.hasAccount(me.accountId)).toBe(false)
    })

    test('a session that ends on one process takes its sockets on the other, which do not come back', async () => {
      const me = await a.member()
      const there = await live(urls.b, me, urls.a)
      await there.subscribe(`private-account-${me.accountId}`)
      const before = b.app.hub?.stats().sockets ?? 0
      expect((await me.raw('POST', '/api/auth/logout')).status).toBe(200)
      await until(() => b.app.hub?.stats().sockets === before - 1)
      // the server lets go before the other end has heard of it
      await until(() => there.pusher.connection.state !== 'connected')
      await new Promise((r) => setTimeout(r, 300))
      expect([there.pusher.connection.state === 'connected', b.app.hub?.stats().sockets]).toEqual([
        false,
        before - 1,
      ])
    })

    test('REST of one process: channels, sockets and members of both', async () => {
      const [me, friend] = [await a.member(), await a.member()]
      await relate(me, friend)
      const channel = `presence-account-${friend.accountId}`
      const [here, there] = [await live(urls.a, me), await live(urls.b, friend)]
      const joined = new Promise<string>(
        (resolve) =>
          void here
            .subscribe(channel)
            .then((c) => c.bind('pusher:member_added', (m: { id: string }) => resolve(m.id))),
      )
      await until(() => a.app.hub?.members(channel).length === 1)
      const channelOfFriend = await there.subscribe(channel)
      // each sees the other's member, whichever process holds it
      expect(await joined).toBe(friend.accountId)
      await until(() =>
        (channelOfFriend as unknown as { members: { get(id: string): unknown } }).members.get(
          me.accountId,
        ),
      )
      const { appId, key, secret } = localKeys(a.ctx.secret)
      const rest = new Pusher({
        appId,
        key,
        secret,
        host: '127.0.0.1',
        port: new URL(urls.a).port,
        useTLS: false,
      })
      const users = (await (await rest.get({ path: `/channels/${channel}/users` })).json()) as {
        users: { id: string }[]
      }
      expect(users.users.map((u) => u.id).sort()).toEqual([me.accountId, friend.accountId].sort())
      const one = (await (
        await rest.get({
          path: `/channels/${channel}`,
          params: { info: 'subscription_count,user_count' },
        })
      ).json()) as object
      expect(one).toEqual({ occupied: true, subscription_count: 2, user_count: 2 })
    })

    test('presence: heard by one process, seen by both; offline with the last session of any of them', async () => {
      const [me, friend] = [await a.member(), await a.member()]
      await relate(me, friend)
      const seen = async (t: TestApp): Promise<boolean | undefined> =>
        (await at(t, friend).call(presenceBootstrap)).body.presences.find(
          (p) => p.accountId === me.accountId,
        )?.isOnline
      const other = await insertSession(a.ctx.db, me.userId, 'second', a.ctx.now())
      const otherToken = await signAccessToken(a.ctx, me.userId, other.sessionId)
      const otherClient = (t: TestApp): Client => Object.assign(t.client(), { token: otherToken })
      await me.call(presenceHeartbeat)
      await otherClient(b).call(presenceHeartbeat)
      expect([await seen(a), await seen(b)]).toEqual([true, true])
      // a does not know the second session: it lives on b
      await me.call(presenceOffline, { body: { sessionId: 'x' } })
      expect([await seen(a), await seen(b)]).toEqual([true, true])
      await otherClient(a).call(presenceOffline, { body: { sessionId: 'y' } })
      expect([await seen(a), await seen(b)]).toEqual([false, false])
      // b treats the next heartbeat as an arrival
      await otherClient(b).call(presenceHeartbeat)
      expect(await seen(a)).toBe(true)
    })

    test('scheduled work: one of two processes does it, the other again after a kill', async () => {
      a.clock.now += 2 * 60_000
      const done = await Promise.all([a.app.jobs.tick(), b.app.jobs.tick()])
      expect(done.flat().sort()).toEqual([...new Set(done.flat())].sort())
      expect(done.flat()).toContain('remind')
      expect(await b.app.jobs.tick()).toEqual([])
      a.clock.now += 60_000
      // a process killed during its job: the claim is never released
      await a.ctx.db
        .updateTable('work_claims')
        .set({ owner: 'killed', until: a.ctx.now() + 60_000 })
        .where('name', '=', 'remind')
        .execute()
      expect(await b.app.jobs.tick()).not.toContain('remind')
      a.clock.now += 61_000
      expect(await b.app.jobs.tick()).toContain('remind')
    })

    test('after only one process was cut off from Redis, the clients of the others catch up too', async () => {
      const me = await a.member()
      const there = await live(urls.b, me)
      await there.subscribe(`private-account-${me.accountId}`)
      const socket = there.pusher.connection.socket_id
      // what this one publishes now reaches no socket of the other
      a.ctx.link.redis?.disconnect(true)
      await until(
        () =>
          there.pusher.connection.state === 'connected' &&
          there.pusher.connection.socket_id !== socket,
      )
    })

    test('without Redis each process serves its own sockets; afterwards clients reconnect and hear both', async () => {
      const [me, friend] = [await a.member(), await a.member()]
      const {
        body: { conversation },
      } = await me.call(startConversation, { body: { handle: friend.handle } })
      const [here, there] = [await live(urls.a, friend), await live(urls.b, friend)]
      const channel = `private-account-${friend.accountId}`
      await Promise.all([
        here.subscribe(channel),
        there.subscribe(channel),
        here.subscribe(`private-conversation-${conversation.id}`),
        there.subscribe(`private-conversation-${conversation.id}`),
      ])
      const send = async (content: string): Promise<number> =>
        (
          await me.call(sendMessage, {
            params: { id: conversation.id },
            body: {
              content,
              sender_identity_id: me.identityIds[0] ?? null,
              client_msg_id: newId(),
            },
          })
        ).status
      const heard = (l: Live, text: string): boolean =>
        l.heard.some((h) => JSON.stringify(h.data).includes(text))
      await redis.kill()
      expect(await send('pendant la coupure')).toBe(201)
      expect((await me.call(presenceHeartbeat)).status).toBe(200)
      await until(() => heard(here, 'pendant la coupure'))
      expect(heard(there, 'pendant la coupure')).toBe(false)
      expect((await at(b, me).raw('GET', '/readyz')).body).toEqual({ ok: true, away: ['redis'] })
      const socket = there.pusher.connection.socket_id
      await redis.start()
      await until(() => a.ctx.link.up() && b.ctx.link.up(), 10_000)
      // a socket that may have missed something is closed with «come back»: its client asks for what it missed
      await until(
        () =>
          there.pusher.connection.state === 'connected' &&
          there.pusher.connection.socket_id !== socket &&
          there.pusher.channel(channel).subscribed,
        12_000,
      )
      await until(() => b.app.hub?.hasAccount(friend.accountId))
      expect(await send('après la coupure')).toBe(201)
      await until(() => heard(there, 'après la coupure'))
    })

    test('limits are counted together; while Redis is away each process counts by itself', async () => {
      const settings = { SECRET, REDIS_URL: redis.url, RATE_FACTOR: '1' }
      const c = await testApp(settings, { database: a.ctx.database })
      const d = await testApp(settings, { database: a.ctx.database })
      await until(() => c.ctx.link.up() && d.ctx.link.up())
      const guess = async (t: TestApp): Promise<number> =>
        (
          await t.client().raw('POST', '/api/auth/login', {
            body: { email: 'personne@test.invalid', password: 'un-mauvais-mot-de-passe' },
          })
        ).status
      for (let i = 0; i < 5; i += 1) expect([await guess(c), await guess(d)]).toEqual([401, 401])
      expect([await guess(c), await guess(d)]).toEqual([429, 429])
      await redis.kill()
      await until(() => !c.ctx.link.up())
      expect(await guess(c)).toBe(401)
      await redis.start()
      await until(() => c.ctx.link.up(), 10_000)
      await c.close()
      await d.close()
    })
  },
)
