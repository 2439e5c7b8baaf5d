import { DIRECT_CONVERSATIONS } from './direct-conversations'
import { GROUP_CONVERSATIONS } from './group-conversations'
import { LONG_END, LONG_PHOTOS } from './long-conversation'
import { parisTime, yearOfTalk, type Couple } from './dialogue'
import { MEMBERS, type Member } from './members'
import { random } from './random'
import { readConversation, type Plan, type PlannedMessage } from './script'
import { typeset, unfold } from './text'

/** Messages of the long conversation. */
const LONG_COUNT = 5_000

const BY_HANDLE: ReadonlyMap<string, Member> = new Map(MEMBERS.map((m) => [m.handle, m]))

const coupleOf = (handle: string): Couple => {
  const [a, b] = BY_HANDLE.get(handle)?.people ?? []
  if (!a || !b) throw new RangeError(`${handle} is no couple`)
  return [
    { firstname: a.firstname, feminine: a.gender === 'woman' },
    { firstname: b.firstname, feminine: b.gender === 'woman' },
  ]
}

/** A year between two couples, with photos on some days, ending minutes ago. */
const longPlan = (nowMs: number): Plan => {
  const end = readConversation(unfold(LONG_END.trim()), BY_HANDLE, nowMs)
  const couples = end.members.map((handle) => ({ handle, couple: coupleOf(handle) }))
  const [mine, theirs] = couples
  if (!mine || !theirs) throw new RangeError('two couples are needed')
  const r = random('reactions')
  const talk = yearOfTalk(
    'a year',
    [mine.couple, theirs.couple],
    LONG_COUNT - end.messages.length - LONG_PHOTOS.length,
    nowMs,
  ).map((turn): PlannedMessage => {
    const from = turn.side === 0 ? mine : theirs
    const to = turn.side === 0 ? theirs : mine
    return {
      handle: from.handle,
      identity: turn.identity,
      atMs: turn.atMs,
      text: turn.text,
      photos: [],
      joins: null,
      reactions: r.chance(0.03)
        ? [
            {
              handle: to.handle,
              identity: r.chance(0.5) ? 0 : 1,
              emoji: r.pick(['❤️', '❤️', '😂', '👍', '😍', '😮']),
            },
          ]
        : [],
    }
  })
  const photos = LONG_PHOTOS.map(([days, by, names, text]): PlannedMessage => {
    const from = mine.couple.some((p) => p.firstname === by) ? mine : theirs
    return {
      handle: from.handle,
      identity: from.couple[0].firstname === by ? 0 : 1,
      atMs: parisTime(nowMs, days, 18.1),
      text: typeset(text),
      photos: names.split(' '),
      joins: null,
      reactions: [],
    }
  })
  const messages = [...talk, ...photos].sort((a, b) => a.atMs - b.atMs)
  return { ...end, messages: [...messages, ...end.messages] }
}

/** Every conversation of the demonstration, relative to an instant and never later. */
export const planConversations = (nowMs: number): Plan[] => [
  longPlan(nowMs),
  ...unfold(`${DIRECT_CONVERSATIONS.trim()}\n\n${GROUP_CONVERSATIONS.trim()}`)
    .split('\n\n')
    .map((block) => readConversation(block, BY_HANDLE, nowMs)),
]
