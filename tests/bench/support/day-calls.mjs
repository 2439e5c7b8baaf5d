// What members of tests/bench/day.mjs are made of: rows, HTTP like a browser's, sockets.
import { Agent, request } from 'node:http'
import { WebSocket } from 'ws'
import { buildApp } from '../../../server/app'
import { readEnv } from '../../../server/env'
import { signAccessToken } from '../../../server/plugins/auth'
import { createRelation } from '../../../server/relations/service'
import { insertMember } from '../../../server/session/registration/member-rows'

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g

/** `count` members; the first `hosts` are relations of the `guests` after them. */
export const insertMembers = async (settings, count, { hosts, guests }) => {
  const app = await buildApp(
    readEnv({ NODE_ENV: 'test', DEMO: '0', LOG_LEVEL: 'silent', ...settings }),
    { logger: false },
  )
  const { ctx } = app
  const members = []
  for (let i = 0; i < count; i += 1)
    members.push(
      await insertMember(ctx, {
        handle: `membre_${i}`,
        genders: i % 3 === 0 ? ['woman', 'man'] : ['woman'],
        email: `m${i}@test.invalid`,
        password: 'un-bon-mot-de-passe',
      }),
    )
  for (let h = 0; h < hosts; h += 1)
    for (let g = 0; g < guests; g += 1)
      await ctx.db
        .transaction()
        .execute((trx) =>
          createRelation(
            trx,
            members[h].accountId,
            members[hosts + g].accountId,
            'link',
            Date.now(),
          ),
        )
  const sessions = await ctx.db.selectFrom('sessions').select(['id', 'user_id']).execute()
  const sessionOf = new Map(sessions.map((s) => [s.user_id, s.id]))
  for (const member of members) member.sessionId = sessionOf.get(member.userId)
  const { secret } = ctx
  await app.close()
  const sign = async () => {
    for (const member of members)
      member.token = await signAccessToken(
        { secret, now: Date.now },
        member.userId,
        member.sessionId,
      )
  }
  await sign()
  return { members, sign }
}

/**
 * Calls that are repeated while the server is away, as the page does. `times`: route → ms of each
 * reply; `failures`: cause → count.
 */
export const createCalls = (base) => {
  const agent = new Agent({ keepAlive: true })
  const times = new Map()
  const failures = new Map()
  let retries = 0
  const once = (method, path, headers, body) =>
    new Promise((resolve, reject) => {
      const asked = request(`${base}${path}`, { method, headers, agent }, async (answer) => {
        answer.on('error', reject)
        const parts = []
        for await (const part of answer) parts.push(part)
        resolve({ status: answer.statusCode, bytes: Buffer.concat(parts) })
      })
      asked.on('error', reject)
      asked.end(body)
    })
  /** `expected`: statuses above 299 that are no failure. Returns the parsed body, null when refused. */
  const call = async (member, method, path, body, expected = []) => {
    const route = `${method} ${path.split('?')[0].replaceAll(ID, ':id')}`
    const form = body instanceof Response
    const headers = {
      authorization: `Bearer ${member.token}`,
      ...(form
        ? { 'content-type': body.headers.get('content-type') }
        : body
          ? { 'content-type': 'application/json' }
          : {}),
    }
    const bytes = form ? Buffer.from(await body.arrayBuffer()) : body && JSON.stringify(body)
    for (let n = 0; n < 240; n += 1) {
      const from = performance.now()
      const answer = await once(method, path, headers, bytes).catch(() => null)
      if (!answer || answer.status === 503) {
        retries += 1
        await wait(250)
        continue
      }
      times.set(route, [...(times.get(route) ?? []), performance.now() - from])
      if (answer.status < 300 && !path.includes('/bytes')) return JSON.parse(answer.bytes || '{}')
      if (answer.status >= 300 && !expected.includes(answer.status)) {
        const cause = `${route}: ${answer.status} ${answer.bytes.toString().slice(0, 120)}`
        failures.set(cause, (failures.get(cause) ?? 0) + 1)
      }
      return null
    }
    failures.set(`${route}: no answer`, (failures.get(`${route}: no answer`) ?? 0) + 1)
    return null
  }
  return { call, times, failures, retries: () => retries }
}

/** Keeps as many sockets open as `wanted` says, each subscribed to its member's channel. */
export const createSockets = (base, key, members, call) => {
  const open = new Map()
  let heard = 0
  const connect = (i) => {
    const ws = new WebSocket(`${base.replace('http', 'ws')}/app/${key}?protocol=7`)
    open.set(i, ws)
    ws.on('error', () => undefined)
    ws.on('close', () => open.get(i) === ws && open.delete(i))
    ws.on('message', async (data) => {
      const { event, data: inner } = JSON.parse(data.toString())
      if (event === 'pusher:ping')
        return ws.send(JSON.stringify({ event: 'pusher:pong', data: {} }))
      if (!event.startsWith('pusher')) heard += 1
      if (event !== 'pusher:connection_established') return
      const channel = `private-account-${members[i].accountId}`
      const signed = await call(members[i], 'POST', '/api/pusher/auth', {
        socket_id: JSON.parse(inner).socket_id,
        channel_name: channel,
      })
      if (signed && ws.readyState === WebSocket.OPEN)
        ws.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...signed } }))
    })
  }
  return {
    follow: (wanted) => {
      for (const i of wanted) if (!open.has(i)) connect(i)
      for (const [i, ws] of open) if (!wanted.has(i)) ws.close()
    },
    count: () => open.size,
    heard: () => heard,
    close: () => {
      for (const ws of open.values()) ws.terminate()
    },
  }
}
