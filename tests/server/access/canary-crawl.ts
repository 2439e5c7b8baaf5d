import { sql } from 'kysely'
import { SEALED_COLUMNS } from '../../../server/db/seal/columns'
import { afterAll, beforeAll } from 'vitest'
import { fillPath } from '#contract/route'
import { collectArchive } from '../../../server/life/collect'
import { composePush } from '../../../server/push/compose'
import type { Device } from '../../../server/push/queries'
import {
  createCanaryWorld,
  NAMES,
  type CanaryWorld,
  type MemberName,
  type Name,
} from '../../support/world/canary-world'
import { pause } from '../../support/world/canary-stage'
import { CRAWL, type Secret } from './crawl'

export let w: CanaryWorld

/** Routes outside the contract, and how each is called without a session. */
export const BESIDE: Readonly<Record<string, string>> = {
  '/api/media/:id/bytes': '/api/media/:photo/bytes?v=full',
  '/api/openapi.json': '/api/openapi.json',
  '/api/docs': '/api/docs',
  '/healthz': '/healthz',
  '/readyz': '/readyz',
  '/basemap/:key': '/basemap/x',
  '/tiles/:key/:z/:x/:y': '/tiles/x/19/264/183',
  '/demo/boite-aux-lettres': '/demo/boite-aux-lettres',
  '/apps/*': '/apps/connivence/channels',
  '/reporting_api/v2/instances/:instance/events': '/reporting_api/v2/instances/x/events',
  '/device_api/v1/instances/:instance${path}':
    '/device_api/v1/instances/x/devices/web/web-inconnu/interests',
  '/api${route.path}': '/api',
  '/device_api/*': '/device_api/x',
  '/': '/',
  '/index.html': '/index.html',
  '/manifest.webmanifest': '/manifest.webmanifest',
  '/share': '/share',
}

const PARTED: readonly MemberName[] = ['ex', 'blocked', 'blocker', 'neighbour']

/** Before the separation these heard of the victim, and the victim of them. */
const mayHaveHeard = (name: Name, text: string): boolean =>
  name === 'victim'
    ? PARTED.some((one) => text.includes(w.who[one].accountId))
    : PARTED.some((one) => one === name)

/** `secret name` → where it was seen. */
export type Sightings = Map<string, Set<string>>

export const look = (
  secrets: Readonly<Record<string, Secret>>,
  seen: Sightings,
  name: Name,
  where: string,
  text: string,
): void => {
  for (const [secret, { texts }] of Object.entries(secrets))
    if (texts.some((t) => text.includes(t)))
      seen.set(
        `${secret} ${name}`,
        (seen.get(`${secret} ${name}`) ?? new Set()).add(`${where} of ${name}`),
      )
}

/** Waits until published events have reached the engine. */
export const settled = (): Promise<void> => pause(w)

/**
 * Every caller calls every route, subscribes where allowed, receives pushes and reads its archive.
 */
export const crawl = async (
  secrets: Readonly<Record<string, Secret>>,
  names: readonly Name[] = NAMES,
  paths = /^/,
): Promise<{ seen: Sightings; asked: number; answered: number }> => {
  const seen: Sightings = new Map()
  let [asked, answered] = [0, 0]
  const named = Object.entries(w.who).flatMap(([, m]) => [
    `private-account-${m.accountId}`,
    `private-system-${m.accountId}`,
    `presence-account-${m.accountId}`,
    ...m.identityIds.map((i) => `private-identity-${i}`),
  ])
  const talks = [w.ids.direct, w.ids.group, w.ids.eventTalk, w.ids.organizersTalk].map(
    (id) => `private-conversation-${id}`,
  )
  const channels = [...new Set([...named, ...talks, ...w.said.flatMap((s) => s.channels)])]
  // before the news are read: what was read is no longer pushed
  const sources = [
    ...(await w.t.ctx.db.selectFrom('messages').select('id').execute()).map((x) => ({
      source: 'message' as const,
      source_id: x.id,
    })),
    ...(await w.t.ctx.db.selectFrom('news').select('id').execute()).map((x) => ({
      source: 'news' as const,
      source_id: x.id,
    })),
    { source: 'held' as const, source_id: w.ids.held },
  ]
  for (const name of names) {
    if (name !== 'anonymous') {
      const { accountId, userId } = w.who[name]
      const device = {
        account_id: accountId,
        user_id: userId,
        identity_id: null,
      } as unknown as Device
      for (const waiting of sources)
        look(
          secrets,
          seen,
          name,
          'push',
          JSON.stringify(await composePush(w.t.ctx, device, waiting)),
        )
    }
    for (const route of w.t.app.served) {
      const row = CRAWL[route.id]
      if (typeof row !== 'function' || !paths.test(route.path)) continue
      for (const { params, query, body } of row(w, name)) {
        // a new copy: what an answer sets (cookies) must not reach the next
        const answer = await { ...w.client(name) }.raw(
          route.method,
          `/api${fillPath(route.path, params)}${query ? `?${new URLSearchParams(query).toString()}` : ''}`,
          body === undefined ? {} : { body },
        )
        asked += 1
        if (answer.status < 300) answered += 1
        if (answer.status >= 500)
          throw new Error(`${route.id} as ${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
        look(secrets, seen, name, route.id, JSON.stringify([answer.body, answer.headers]))
      }
    }
    const open = new Set<string>()
    if (name !== 'anonymous')
      for (const channel of channels) {
        const answer = await w.who[name].raw('POST', '/api/pusher/auth', {
          body: { socket_id: '1.1', channel_name: channel },
        })
        if (answer.status === 200) {
          open.add(channel)
          look(secrets, seen, name, 'channel', JSON.stringify([channel, answer.body]))
        }
      }
    for (const said of w.said)
      if (!(said.early && mayHaveHeard(name, said.text)) && said.channels.some((c) => open.has(c)))
        look(secrets, seen, name, (JSON.parse(said.text) as { name: string }).name, said.text)
    if (name !== 'anonymous')
      look(
        secrets,
        seen,
        name,
        'archive',
        JSON.stringify(
          await collectArchive(w.t.ctx, {
            accountId: w.who[name].accountId,
            userId: w.who[name].userId,
          }),
        ),
      )
  }
  return { seen, asked, answered }
}

/** Leaks, and secrets that those who should see them did not. */
export const judge = (
  secrets: Readonly<Record<string, Secret>>,
  seen: Sightings,
  names: readonly Name[] = NAMES,
): { leaks: string[]; blind: string[] } => {
  const leaks: string[] = []
  const blind: string[] = []
  for (const [secret, { sees, never = [], but = [] }] of Object.entries(secrets))
    for (const name of names) {
      const where = [...(seen.get(`${secret} ${name}`) ?? [])]
      const may = sees ? sees.includes(name) : !never.includes(name)
      const bad = may
        ? []
        : where.filter((x) => !but.includes(x) && !but.includes(x.split(' of ', 1)[0] ?? ''))
      if (bad.length > 0) leaks.push(`${secret}: ${bad.join(', ')}`)
      if (sees?.includes(name) && where.length === 0) blind.push(`${secret} ${name}`)
    }
  return { leaks, blind }
}

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  beforeAll(async () => {
    w = await createCanaryWorld()
  }, 120_000)
  afterAll(() => w.t.close())
}

/** Whether the text stands in the column: encrypted ones are read as the server reads them. */
export const stands = async (table: string, name: string, text: string): Promise<boolean> => {
  const { db } = w.t.ctx
  if (name in (SEALED_COLUMNS[table]?.columns ?? {})) {
    const rows = await db
      .selectFrom(table as 'notes')
      .select(name as 'global_comment')
      .execute()
    return rows.some((row) => Object.values(row).some((value) => value?.includes(text)))
  }
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from ${sql.table(table)} where cast(${sql.ref(name)} as text) like ${`%${text}%`}`.execute(
    db,
  )
  return Number(rows[0]?.n) > 0
}
