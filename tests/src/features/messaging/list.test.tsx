// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ConversationSettings } from '#contract/messaging/messages'
import { badges } from '../../../../src/data/state/badges'
import { session } from '../../../../src/data/session/session'
import { toasts } from '../../../../src/data/state/toasts'
import {
  changeSettings,
  leaveGroup,
} from '../../../../src/features/messaging/list/conversation-acts'
import { conversationItems } from '../../../../src/features/messaging/list/conversation-menu'
import { ConversationList } from '../../../../src/features/messaging/list/list'
import { applyEvent } from '../../../../src/features/messaging/state/live-events'
import {
  ownLeftGroups,
  messaging,
  resetMessaging,
  setList,
} from '../../../../src/features/messaging/state/store'
import {
  arrives,
  at,
  conversation,
  message,
  OWN,
  participant,
  uid,
} from '../../../support/world/messages'

const drawn = vi.hoisted(() => ({ rows: [] as string[] }))
vi.mock('../../../../src/ui/layout/list-row', () => ({
  ListRow: ({ title }: { title: unknown }) => {
    drawn.rows.push(String(title))
    return <div>{String(title)}</div>
  },
}))
// jsdom has no layout: render all rows
vi.mock('../../../../src/features/messaging/list/virtual-rows', async () => {
  const { ConversationRow } = await import('../../../../src/features/messaging/list/row')
  return {
    VirtualRows: ({ ids }: { ids: readonly string[] }) =>
      ids.map((id) => <ConversationRow key={id} id={id} active={false} />),
  }
})

const id = (n: number): string => uid('conversation', n)
const quiet: ConversationSettings = { muted: false, pinned: false, archived: false }
/** Conversations 0…n-1, the last one with the newest message. */
const talks = (
  n: number,
  settings: Record<number, Partial<ConversationSettings>> = {},
  unread = 0,
) =>
  Array.from({ length: n }, (_, i) =>
    conversation({
      id: id(i),
      lastMessageAt: at(i),
      unread_count: unread,
      settings: { ...quiet, ...settings[i] },
      participants: [participant(OWN, 'moi'), participant(uid('member', i), `membre ${i}`)],
    }),
  )
const order = () => messaging.order.map((c) => talks(9).findIndex((t) => t.id === c))

let asked: { call: string; body: unknown }[] = []
let answer: { status: number; body: unknown } = { status: 200, body: {} }
beforeEach(() => {
  drawn.rows = []
  asked = []
  toasts.splice(0)
  ownLeftGroups.clear()
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    asked.push({
      call: `${init.method} ${new URL(input, 'http://localhost').pathname}`,
      body: init.body ? JSON.parse(String(init.body)) : null,
    })
    return new Response(JSON.stringify(answer.body), {
      status: answer.status,
      headers: { 'content-type': 'application/json' },
    })
  })
  resetMessaging()
  Object.assign(session, {
    phase: 'signed-in',
    token: 't',
    accountId: OWN,
    activeIdentityId: uid('identity', 1),
    mode: 'single',
    identityIds: [],
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('order and badge', () => {
  test('pinned conversations come first, then the newest', () => {
    setList(talks(4, { 0: { pinned: true }, 1: { pinned: true } }), OWN)
    expect(order()).toEqual([1, 0, 3, 2])
    applyEvent(arrives(message(40, { conversationId: id(2) })), OWN)
    expect(order()).toEqual([1, 0, 2, 3])
    applyEvent(arrives(message(41, { conversationId: id(0) })), OWN)
    expect(order()).toEqual([0, 1, 2, 3])
  })
  test('the badge counts unread conversations, without muted and archived ones', () => {
    setList(talks(4, { 0: { muted: true }, 1: { archived: true } }, 3), OWN)
    expect(badges.messages).toBe(2)
    applyEvent(arrives(message(40, { conversationId: id(0) })), OWN)
    expect(badges.messages).toBe(2)
  })
  test('a message unarchives its conversation unless it is muted', () => {
    setList(talks(2, { 0: { archived: true }, 1: { archived: true, muted: true } }), OWN)
    for (const n of [0, 1]) applyEvent(arrives(message(40 + n, { conversationId: id(n) })), OWN)
    expect([0, 1].map((n) => messaging.conversations[id(n)]?.settings.archived)).toEqual([
      false,
      true,
    ])
    expect(badges.messages).toBe(1)
  })
})

describe('settings of a conversation', () => {
  test('change optimistically, then follow the server', async () => {
    setList(talks(2), OWN)
    answer = { status: 200, body: { settings: { ...quiet, pinned: true } } }
    const done = changeSettings(id(0), { pinned: true })
    expect(order()).toEqual([0, 1])
    await done
    expect(asked).toEqual([
      { call: `PUT /api/conversations/${id(0)}/settings`, body: { pinned: true } },
    ])
    expect(messaging.conversations[id(0)]?.settings.pinned).toBe(true)
  })
  test('a rejected change is rolled back and reported, with the server’s text or our own', async () => {
    setList(talks(2), OWN)
    for (const [status, body, said] of [
      [
        409,
        { error: 'Cinq discussions au plus peuvent être épinglées.' },
        'Cinq discussions au plus peuvent être épinglées.',
      ],
      [500, {}, null],
    ] as const) {
      answer = { status, body }
      await changeSettings(id(0), { pinned: true })
      expect(messaging.conversations[id(0)]?.settings.pinned).toBe(false)
      expect(order()).toEqual([1, 0])
      if (said) expect(toasts.at(-1)?.text).toBe(said)
    }
    expect(toasts.length).toBe(2)
  })
  test('pinning unarchives, archiving unpins', async () => {
    setList(talks(1, { 0: { archived: true } }), OWN)
    answer = { status: 500, body: {} }
    const pinned = changeSettings(id(0), { pinned: true })
    expect(messaging.conversations[id(0)]?.settings).toEqual({
      muted: false,
      pinned: true,
      archived: false,
    })
    await pinned
    expect(messaging.conversations[id(0)]?.settings).toEqual({
      muted: false,
      pinned: false,
      archived: true,
    })
  })
  test('of two concurrent changes only the rejected one is rolled back', async () => {
    setList(talks(1), OWN)
    let letIn = (): void => undefined
    const late = new Promise<void>((resolve) => {
      letIn = resolve
    })
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      if (String(init.body).includes('muted')) return new Response('{}', { status: 500 })
      await late
      return new Response(JSON.stringify({ settings: { ...quiet, pinned: true } }), {
        headers: { 'content-type': 'application/json' },
      })
    })
    const both = [changeSettings(id(0), { muted: true }), changeSettings(id(0), { pinned: true })]
    expect(messaging.conversations[id(0)]?.settings).toEqual({
      muted: true,
      pinned: true,
      archived: false,
    })
    await both[0]
    expect(messaging.conversations[id(0)]?.settings).toEqual({
      muted: false,
      pinned: true,
      archived: false,
    })
    letIn()
    await both[1]
    expect(messaging.conversations[id(0)]?.settings).toEqual({
      muted: false,
      pinned: true,
      archived: false,
    })
    expect(toasts.length).toBe(1)
  })
  test('a group stays when leaving it fails, and is not marked as left', async () => {
    setList([conversation({ id: id(0), type: 'group', title: 'Les voisins' })], OWN)
    answer = { status: 500, body: {} }
    await expect(leaveGroup(id(0))).rejects.toThrow()
    expect([messaging.conversations[id(0)]?.title, ownLeftGroups.size]).toEqual(['Les voisins', 0])
  })
})

test('menu entries of the row and of the header', () => {
  const labels = (
    c: ReturnType<typeof conversation>,
    inThread?: Parameters<typeof conversationItems>[2],
  ) => conversationItems(c, OWN, inThread).map((i) => (i === 'line' ? '—' : i.label))
  const settings = { muted: true, pinned: true, archived: false }
  expect(labels(conversation({ unread_count: 2 }))).toEqual([
    'Marquer comme lu',
    'Couper les notifications',
    'Épingler',
    'Archiver',
  ])
  expect(labels(conversation({ settings, type: 'group' }))).toEqual([
    'Réactiver les notifications',
    'Désépingler',
    'Archiver',
    '—',
    'Quitter le groupe',
  ])
  const inThread = { onSearch: () => undefined, onPhotos: () => undefined }
  expect(labels(conversation({ unread_count: 2 }), inThread)).toEqual([
    'Rechercher',
    'Photos',
    'Voir le profil',
    'Couper les notifications',
    'Épingler',
    'Archiver',
    'Partager un album',
    '—',
    'Signaler',
    'Bloquer',
  ])
  expect(
    labels(conversation({ type: 'group', settings: { ...quiet, archived: true } }), inThread),
  ).toEqual([
    'Rechercher',
    'Photos',
    'Infos du groupe',
    'Couper les notifications',
    'Épingler',
    'Désarchiver',
    '—',
    'Quitter le groupe',
  ])
})

test('a list of 500: one new message renders one row and moves it first', async () => {
  setList(talks(500, { 7: { archived: true } }), OWN)
  render(<ConversationList active={null} />)
  await screen.findByText('membre 499', {}, { timeout: 10_000 })
  expect(new Set(drawn.rows).size).toBe(499)
  expect(screen.getByRole('button', { name: 'Archivées (1)' })).toBeTruthy()
  drawn.rows = []
  await act(async () => void applyEvent(arrives(message(600, { conversationId: id(3) })), OWN))
  expect(drawn.rows).toEqual(['membre 3'])
  expect(messaging.order[0]).toBe(id(3))
})

test('the rows stay as they are until a search has found something', async () => {
  let letIn = (): void => undefined
  const late = new Promise<void>((resolve) => {
    letIn = resolve
  })
  vi.stubGlobal('fetch', async () => {
    await late
    const none = { conversations: [], relations: [], accounts: [], hits: [], events: [] }
    return new Response(JSON.stringify(none), { headers: { 'content-type': 'application/json' } })
  })
  setList(talks(3), OWN)
  render(<ConversationList active={null} />)
  const rows = screen.getAllByRole('listitem')
  const field = screen.getByRole('searchbox')
  drawn.rows = []
  await act(async () => void fireEvent.change(field, { target: { value: 'zo' } }))
  // loaded with the first letter
  await act(async () => void (await import('../../../../src/features/messaging/list/search')))
  await act(async () => void fireEvent.change(field, { target: { value: 'zoé' } }))
  expect(screen.getAllByRole('listitem')).toEqual(rows)
  expect(drawn.rows).toEqual([])
  letIn()
  await screen.findByText('Aucun résultat.')
  expect(screen.queryAllByRole('listitem')).toEqual([])
  await act(async () => void fireEvent.change(field, { target: { value: '' } }))
  expect(screen.getAllByRole('listitem').length).toBe(3)
})
