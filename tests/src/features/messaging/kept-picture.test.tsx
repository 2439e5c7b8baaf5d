// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Conversation } from '#contract/messaging/messages'
import { session } from '../../../../src/data/session/session'
import { storage } from '../../../../src/data/device/storage'
import { sayDraft } from '../../../../src/features/messaging/composer/drafts'
import { takePictures, type Picture } from '../../../../src/features/messaging/offline/kept-picture'
import { ConversationList } from '../../../../src/features/messaging/list/list'
import { asLast } from '../../../../src/features/messaging/state/model'
import {
  messaging,
  resetMessaging,
  setList,
  setThread,
} from '../../../../src/features/messaging/state/store'
import { ThreadView } from '../../../../src/features/messaging/thread/thread'
import { onTyping } from '../../../../src/features/messaging/state/typing'
import {
  at,
  conversation,
  message,
  mine,
  OTHER,
  OWN,
  participant,
  uid,
} from '../../../support/world/messages'

const ME = uid('identity', 1)
const SHE = uid('identity', 2)
const identity = (id: string, handle: string, firstname: string) => ({
  id,
  identity_handle: handle,
  gender: 'woman' as const,
  is_primary: true,
  avatar_url: null,
  firstname,
})
const she = participant(OTHER, 'clara_et_tom', {
  account: {
    id: OTHER,
    account_handle: 'clara_et_tom',
    avatar_url: 'une-photo',
    is_online: true,
    last_seen_at: at(1),
    deleted: false,
    identities: [identity(SHE, 'clara_t', 'Clarence')],
  },
})
const TALKS = [1, 2, 3].map((n): Conversation =>
  conversation({
    id: uid('talk', n),
    participants: [participant(OWN, 'moi'), she],
    lastMessageAt: at(10 - n),
    last_message: asLast(message(10 - n, { content: `dernier ${n}` })),
    unread_count: 0,
  }),
)
const [FIRST = '', SECOND = '', THIRD = ''] = TALKS.map((c) => c.id)

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('screen', { height: 844 })
  vi.stubGlobal('CSS', { escape: (text: string) => text, supports: () => true })
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  document.head.innerHTML = '<meta name="pieces" data-version="v1">'
  document.body.innerHTML = '<div id="root"></div>'
  resetMessaging()
  storage.set('active_identity_id', ME)
  Object.assign(session, {
    phase: 'signed-in',
    accountId: OWN,
    activeIdentityId: ME,
    mode: 'single',
    identityIds: [ME],
    account: {
      id: OWN,
      account_handle: 'moi',
      avatar_url: null,
      identities: [identity(ME, 'moi_m', 'Roméo')],
    },
  })
  setList(TALKS, OWN)
  setThread(FIRST, {
    phase: 'ready',
    hasMore: true,
    messages: [
      message(7, {
        conversationId: FIRST,
        content: 'Je m’appelle Clarence',
        senderIdentityId: SHE,
      }),
      mine(8, { conversationId: FIRST, content: 'Voir https://example.org' }),
    ],
  })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  delete document.documentElement.dataset['covered']
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The screen as on a phone: the list, and the conversation that slides over it. */
const show = (open: string | null): void => {
  history.replaceState(null, '', open ? `/conversations/${open}` : '/conversations')
  render(
    <div>
      <div>
        <p>Roméo lit</p>
        <main>
          <div data-beneath="">
            <ConversationList active={open} />
          </div>
          {open ? (
            <div data-overlay="">
              <ThreadView id={open} />
            </div>
          ) : null}
        </main>
      </div>
    </div>,
    { container: document.getElementById('root') as HTMLElement },
  )
}
const ALL = [FIRST, SECOND, THIRD]
const treeOf = (pictures: readonly Picture[], path: string): string =>
  pictures.find((p) => p.path === path)?.tree ?? ''

test('a conversation and the list beneath it: two pictures, each of what a start shows; no first name but in what was written, nothing of the moment, nothing that leads anywhere', () => {
  sayDraft(`${SECOND}:${ME}`, 'un brouillon à moi', 0)
  onTyping({ conversationId: FIRST, accountId: OTHER, identityId: SHE, isTyping: true })
  show(FIRST)
  const root = document.getElementById('root')
  expect(root?.textContent).toMatch(/Clarence.*écrit…|écrit….*Clarence/s)
  expect(root?.textContent).toContain('un brouillon à moi')
  const pictures = takePictures(ALL)
  expect(pictures.map((p) => [p.path, p.as, p.version, p.wide, p.letters, p.days.length])).toEqual([
    ['/conversations', ME, 'v1', false, 100, 8],
    [`/conversations/${FIRST}`, ME, 'v1', false, 100, 8],
  ])
  const [list, talk] = [
    treeOf(pictures, '/conversations'),
    treeOf(pictures, `/conversations/${FIRST}`),
  ]
  for (const tree of [list, talk]) {
    expect(tree).not.toMatch(
      /Roméo|écrit…|En ligne|Vu |un brouillon|"(?:img|script)"|"(?:href|src|id|value|title|onclick)"|https?:\/\/(?!example)|_dot/,
    )
    expect(tree).toContain('moi_m lit')
  }
  expect(list).not.toContain('Clarence')
  expect([
    list.includes('dernier 1'),
    list.includes('Je m’appelle'),
    talk.includes('dernier 1'),
    talk.includes('Je m’appelle Clarence'),
  ]).toEqual([true, false, false, true])
  expect(talk.replace('Je m’appelle Clarence', '')).not.toContain('Clarence')
  expect(talk).toContain('clara_t')
})

test('the list is of the conversations that are kept, in their order, those in the archive only counted', () => {
  setList(
    TALKS.map((c) => (c.id === THIRD ? { ...c, settings: { ...c.settings, archived: true } } : c)),
    OWN,
  )
  show(null)
  const tree = treeOf(takePictures([FIRST, THIRD]), '/conversations')
  expect([...tree.matchAll(/dernier (\d)/g)].map((m) => m[1])).toEqual(['1'])
  expect(tree).toContain('Archivées (1)')
  expect(treeOf(takePictures([SECOND]), '/conversations')).not.toContain('Archivées')
  // one of them is not on the page
  expect(takePictures([FIRST, uid('talk', 9)])).toEqual([])
})

test('nothing is taken of a covered screen, while something lies over it or is being searched, elsewhere, in nobody’s name, nor where rows are missing at the end', () => {
  show(FIRST)
  const count = (): number => takePictures(ALL).length
  expect(count()).toBe(2)
  document.documentElement.dataset['covered'] = ''
  expect(count()).toBe(0)
  delete document.documentElement.dataset['covered']
  for (const over of [
    '<dialog open></dialog>',
    '<div role="dialog"></div>',
    '<div role="menu"></div>',
    '<div data-passing></div>',
    '<section data-conversation><div role="tabpanel" hidden></div></section>',
  ]) {
    const host = document.body.appendChild(document.createElement('div'))
    host.innerHTML = over
    expect([over, count()]).toEqual([over, 0])
    host.remove()
  }
  const field = document.querySelector('input[type=search]') as HTMLInputElement
  fireEvent.change(field, { target: { value: 'clara' } })
  expect(count()).toBe(0)
  fireEvent.change(field, { target: { value: '' } })
  expect(count()).toBe(2)
  storage.remove('active_identity_id')
  expect(count()).toBe(0)
  storage.set('active_identity_id', ME)
  history.replaceState(null, '', '/news')
  expect(count()).toBe(0)
  history.replaceState(null, '', `/conversations/${FIRST}`)
  // the end of the conversation is not drawn: the list alone
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return { bottom: this.matches('[data-thread] > :last-child') ? 900 : 0 } as DOMRect
  })
  expect(takePictures(ALL).map((p) => p.path)).toEqual(['/conversations'])
})

test('«Nouveaux messages» that parts a group: a start shows it in one', () => {
  const [a, b] = [
    message(7, { conversationId: FIRST, createdAt: at(7) }),
    message(8, {
      conversationId: FIRST,
      createdAt: new Date(Date.parse(at(7)) + 5_000).toISOString(),
    }),
  ]
  setThread(FIRST, { messages: [a, b], dividerId: b.id })
  show(FIRST)
  expect(takePictures(ALL).map((p) => p.path)).toEqual(['/conversations'])
  cleanup()
  document.body.innerHTML = '<div id="root"></div>'
  setThread(FIRST, { messages: [a, { ...b, createdAt: at(9) }], dividerId: b.id })
  show(FIRST)
  const tree = treeOf(takePictures(ALL), `/conversations/${FIRST}`)
  expect([
    document.body.textContent?.includes('Nouveaux messages'),
    tree.includes('Nouveaux messages'),
    tree.includes('message 8'),
  ]).toEqual([true, false, true])
})

test('the words of a day are kept for the days to come', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T19:00:00Z'), toFake: ['Date'] })
  setThread(FIRST, {
    hasMore: false,
    messages: [message(7, { conversationId: FIRST, createdAt: '2026-11-22T09:00:00Z' })],
  })
  setList(
    TALKS.map((c) => ({ ...c, lastMessageAt: '2026-11-22T09:00:00Z' })),
    OWN,
  )
  show(FIRST)
  const pictures = takePictures(ALL)
  expect(treeOf(pictures, `/conversations/${FIRST}`)).toContain(
    '{"daily":["Aujourd’hui","Hier","Dimanche 22 novembre"',
  )
  expect(treeOf(pictures, '/conversations')).toContain(
    '{"daily":["10:00","hier","dim.","dim.","dim.","dim.","dim.","22 nov."]}',
  )
  expect(pictures[0]?.days.slice(0, 2).map((day) => new Date(day).toISOString())).toEqual([
    '2026-11-22T23:00:00.000Z',
    '2026-11-23T23:00:00.000Z',
  ])
  expect(messaging.order.length).toBe(3)
  vi.useRealTimers()
})
