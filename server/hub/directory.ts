import type { RemoteMembers, Member } from './channels'
import type { Peers } from './options'

/** A process silent for this long is dead, and its members are removed. */
const GONE_MS = 5_000
const ALIVE_MS = 1_000
/** A gap of this process lets its members catch up for all others that were cut off in this time. */
const GAP_COVERS_MS = 10_000

/** A member `m` appeared on a channel `c` of one process, or left it. */
interface Change {
  readonly c: string
  readonly m: Member
  readonly there: boolean
}
export interface Directory extends RemoteMembers {
  stop(): void
}

/** Process → channel → member → info. `changed`: a member appeared or left all other processes. */
const createRemoteMembers = (
  changed: (channel: string, member: Member, there: boolean) => void,
) => {
  const nodes = new Map<
    string,
    { heardAt: number; readonly channels: Map<string, Map<string, unknown>> }
  >()
  const nodeOf = (id: string) => {
    const node = nodes.get(id) ?? { heardAt: 0, channels: new Map<string, Map<string, unknown>>() }
    node.heardAt = Date.now()
    nodes.set(id, node)
    return node
  }
  const has = (channel: string, memberId: string): boolean =>
    [...nodes.values()].some((n) => n.channels.get(channel)?.has(memberId))
  const set = (from: string, { c, m, there }: Change): void => {
    const { channels } = nodeOf(from)
    const before = has(c, m.user_id)
    const members = channels.get(c) ?? new Map<string, unknown>()
    if (there) channels.set(c, members.set(m.user_id, m.user_info))
    else if (members.delete(m.user_id) && members.size === 0) channels.delete(c)
    if (before !== has(c, m.user_id)) changed(c, m, there)
  }
  const drop = (id: string): void => {
    for (const [c, members] of nodes.get(id)?.channels ?? [])
      for (const user_id of members.keys()) set(id, { c, m: { user_id }, there: false })
    nodes.delete(id)
  }
  const replace = (from: string, list: readonly Change[]): void => {
    const now = new Set(list.map((x) => `${x.c} ${x.m.user_id}`))
    for (const [c, members] of nodes.get(from)?.channels ?? [])
      for (const user_id of members.keys())
        if (!now.has(`${c} ${user_id}`)) set(from, { c, m: { user_id }, there: false })
    for (const change of list) set(from, change)
    nodeOf(from)
  }
  const touchAll = (): void => {
    for (const node of nodes.values()) node.heardAt = Date.now()
  }
  return { nodes, nodeOf, has, set, drop, replace, touchAll }
}

/**
 * Presence members of other processes: each process publishes its changes, and its full list when
 * one sends «hello» at its start or after a gap. `own`: members of this process; `changed`: a
 * member appeared on another process or left all of them; `missed`: events of another process are
 * lost, because it fell silent without a goodbye or was cut off from Redis alone.
 */
export const createDirectory = (
  peers: Peers,
  own: () => Iterable<readonly [string, Member]>,
  changed: (channel: string, member: Member, there: boolean) => void,
  missed: () => void,
): Directory => {
  const { nodes, nodeOf, has, set, drop, replace, touchAll } = createRemoteMembers(changed)
  const all = (): Change[] => [...own()].map(([c, m]) => ({ c, m, there: true }))

  peers.on('hub.member', (change: Change, from) => set(from, change))
  peers.on('hub.members', (list: readonly Change[], from) => replace(from, list))
  let gapAt = -Infinity
  peers.on('hub.hello', (list: readonly Change[], from) => {
    if (nodes.has(from) && Date.now() - gapAt > GAP_COVERS_MS) missed()
    replace(from, list)
    void peers.tell('hub.members', all())
  })
  peers.on('hub.alive', (_: null, from) => {
    nodeOf(from)
  })
  peers.on('hub.bye', (_: null, from) => drop(from))
  const hello = (): void => void peers.tell('hub.hello', all())
  queueMicrotask(hello)
  peers.onGap((over) => {
    touchAll()
    // the first connection of this process is no gap
    if (nodes.size > 0) gapAt = Date.now()
    if (over) hello()
  })
  let tickedAt = Date.now()
  const timer = setInterval(() => {
    void peers.tell('hub.alive', null)
    // a long turn of this process, or an unavailable Redis, does not mean that others died
    const late = Date.now() - tickedAt > ALIVE_MS * 2 || !peers.up()
    tickedAt = Date.now()
    if (late) touchAll()
    for (const [id, node] of nodes)
      if (Date.now() - node.heardAt > GONE_MS) {
        drop(id)
        missed()
      }
  }, ALIVE_MS)
  timer.unref()

  return {
    has,
    of: function* (channel) {
      for (const node of nodes.values()) yield* node.channels.get(channel) ?? []
    },
    publish: (c, m, there) => void peers.tell('hub.member', { c, m, there }),
    stop: () => {
      clearInterval(timer)
      void peers.tell('hub.bye', null)
    },
  }
}
