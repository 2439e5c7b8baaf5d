import { random } from './random'
import { parisTime } from './dialogue'
import type { Member } from './members'
import { typeset } from './text'

interface Speaker {
  readonly handle: string
  /** Null: both at once. */
  readonly identity: 0 | 1 | null
}
export interface PlannedMessage extends Speaker {
  readonly atMs: number
  readonly text: string
  readonly photos: readonly string[]
  readonly reactions: readonly (Speaker & { emoji: string })[]
  /** The member who joins here, which adds a system message. */
  readonly joins: string | null
  /** Another system message, of this member; its text starts with the handle. */
  readonly tells?: string
}
export interface Plan {
  readonly type: 'direct' | 'group'
  readonly title: string | null
  readonly description: string | null
  /** Handles; the first one started the conversation. */
  readonly members: readonly string[]
  /** Messages left unread: by a whole account, or by one of its identities. */
  readonly unread: readonly { handle: string; identity: 0 | 1 | null; count: number }[]
  readonly messages: PlannedMessage[]
}

const MINUTE = 60_000
const DAY = 86_400_000

/** The member and identity that a name refers to in a conversation. */
const speakerOf = (name: string, members: readonly Member[]): Speaker => {
  for (const m of members) {
    const names = m.people.map((p) => p.firstname)
    if (names.length === 2 && name === names.join(' et '))
      return { handle: m.handle, identity: null }
    const at = names.indexOf(name)
    if (at >= 0) return { handle: m.handle, identity: at as 0 | 1 }
  }
  throw new SyntaxError(`nobody called ${name}`)
}

const timeOf = (line: string, nowMs: number): number => {
  const minutes = /^@ -(\d+)min$/.exec(line)
  if (minutes) return nowMs - Number(minutes[1]) * MINUTE
  const [, days, hour, minute] = /^@ (\d+)j (\d+):(\d+)$/.exec(line) ?? []
  if (days === undefined) throw new SyntaxError(line)
  return parisTime(nowMs, Number(days), Number(hour) + Number(minute) / 60)
}

const readUnread = (line: string): Plan['unread'][number] => {
  const [, handle = '', identity, count] = /^unread (\w+)(?:\/([01]))? (\d+)$/.exec(line) ?? []
  return {
    handle,
    identity: identity === undefined ? null : (Number(identity) as 0 | 1),
    count: Number(count),
  }
}

const readMessage = (
  line: string,
  members: readonly Member[],
  group: boolean,
  atMs: number,
): PlannedMessage => {
  const system = { identity: null, atMs, photos: [], reactions: [] }
  if (line.startsWith('+ ')) {
    const handle = line.slice(2)
    const text = typeset(`${handle} a rejoint ${group ? 'le groupe' : 'la discussion'}`)
    return { ...system, handle, text, joins: handle }
  }
  if (line.startsWith('! ')) {
    const [, handle = '', text = ''] = /^! (\w+) (.+)$/.exec(line) ?? []
    return { ...system, handle, text: typeset(`${handle} ${text}`), joins: null, tells: handle }
  }
  const [, name = '', photos = '', text = '', marks = ''] =
    /^([^:]+): (?:\[([^\]]+)\] )?(.*?)((?: \{[^}]+\})*)$/.exec(line) ?? []
  return {
    ...speakerOf(name, members),
    atMs,
    text: typeset(text),
    photos: photos === '' ? [] : photos.split(' '),
    joins: null,
    reactions: [...marks.matchAll(/\{(.+?) (\S+)\}/g)].map((m) => ({
      ...speakerOf(m[1] ?? '', members),
      emoji: m[2] ?? '',
    })),
  }
}

/**
 * Parses one conversation (syntax: `direct-conversations.ts`); instants are strictly increasing and never later than
 * now.
 */
export const readConversation = (
  block: string,
  all: ReadonlyMap<string, Member>,
  nowMs: number,
): Plan => {
  const [head = '', ...lines] = block.split('\n')
  const group = head.startsWith('group ')
  const [title = '', description = '', people = ''] = group
    ? head.slice(6).split(' | ')
    : ['', '', head.slice(7)]
  const members = people.split(' ').map((handle) => {
    const member = all.get(handle)
    if (!member) throw new SyntaxError(`no member ${handle}`)
    return member
  })
  const r = random(head)
  const unread: Plan['unread'][number][] = []
  const messages: PlannedMessage[] = []
  let cursor = nowMs - DAY
  let last = 0
  const stamp = (): number => {
    cursor = Math.max(Math.min(cursor, nowMs - 90_000), last + 1)
    last = Math.floor(cursor)
    // a recent conversation goes on briskly, so that it does not run into the future
    cursor += nowMs - cursor < 3 * 3_600_000 ? r.between(8_000, 70_000) : r.between(25_000, 260_000)
    return last
  }
  for (const line of lines) {
    if (line.startsWith('unread ')) unread.push(readUnread(line))
    else if (line.startsWith('@ ')) cursor = timeOf(line, nowMs)
    else messages.push(readMessage(line, members, group, stamp()))
  }
  return {
    type: group ? 'group' : 'direct',
    title: group ? typeset(title) : null,
    description: group ? typeset(description) : null,
    members: members.map((m) => m.handle),
    unread,
    messages,
  }
}
