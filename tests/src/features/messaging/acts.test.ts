// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MESSAGE_EDIT_MS, QUOTE_MAX_CHARS, REACTIONS } from '#contract/limits'
import type { Message } from '#contract/messaging/messages'
import { identityPrompt } from '../../../../src/data/session/identity-prompt'
import { openOutbox } from '../../../../src/data/device/outbox-store'
import { toasts } from '../../../../src/data/state/toasts'
import { session } from '../../../../src/data/session/session'
import { createActQueue } from '../../../../src/features/messaging/outbox/act-queue'
import { stopOutbox } from '../../../../src/features/messaging/outbox/start'
import { clearPending, pendingActsOf } from '../../../../src/features/messaging/state/pending-acts'
import {
  editMessageText,
  changeReaction,
  confirmDeleteMessage,
  toggleReaction,
} from '../../../../src/features/messaging/state/acting'
import { draftText, storeDraftText } from '../../../../src/features/messaging/composer/draft-box'
import { toLastMessage } from '../../../../src/features/messaging/state/model'
import {
  sortByUse,
  mayDelete,
  mayEdit,
  myReaction,
  withReaction,
} from '../../../../src/features/messaging/thread/message/reactions'
import { applyEvent } from '../../../../src/features/messaging/state/live-events'
import {
  messaging,
  resetMessaging,
  setList,
  setThread,
  mergeIntoThread,
  threadOf,
} from '../../../../src/features/messaging/state/store'
import * as ui from '../../../../src/ui/overlay/confirm'
import {
  arrives,
  at,
  conversation,
  CONVERSATION,
  event,
  message,
  mine,
  OTHER,
  OWN,
  uid,
} from '../../../support/world/messages'
import { eventually } from '../../../support/eventually'

/** What a busy machine does late. */

const ONE = uid('identity', 1)
const TWO = uid('identity', 5)
const by = (identityId: string | null, account = OWN) => ({
  account_id: account,
  identity_id: identityId,
  created_at: at(1),
})

describe('reactions', () => {
  test('MSG-118: a new reaction replaces that of the same identity only', () => {
    const before = { '❤️': [by(ONE), by(TWO), by(null, OTHER)], '😂': [by(null)] }
    expect(withReaction(before, OWN, ONE, '👍', at(2))).toEqual({
      '❤️': [by(TWO), by(null, OTHER)],
      '😂': [by(null)],
      '👍': [{ ...by(ONE), created_at: at(2) }],
    })
  })
  test('MSG-119: in both mode it replaces all of the account', () => {
    const before = { '❤️': [by(ONE), by(TWO), by(null, OTHER)], '😂': [by(null)] }
    expect(withReaction(before, OWN, null, '❤️', at(2))).toEqual({
      '❤️': [by(null, OTHER), { ...by(null), created_at: at(2) }],
    })
    expect(withReaction(before, OWN, null, null, at(2))).toEqual({ '❤️': [by(null, OTHER)] })
  })
  test('MSG-206: the eight emojis', () => {
    expect(REACTIONS).toEqual(['❤️', '😂', '👍', '👎', '😢', '😡', '😍', '😮'])
  })
  test('one’s own reaction is the acting identity’s; the most used come first', () => {
    const map = { '❤️': [by(ONE)], '😂': [by(null), by(null, OTHER)] }
    expect([
      myReaction(map, OWN, { kind: 'single', id: ONE }),
      myReaction(map, OWN, { kind: 'both' }),
      myReaction(map, OWN, { kind: 'single', id: TWO }),
    ]).toEqual(['❤️', '😂', null])
    expect(sortByUse(map).map(([emoji]) => emoji)).toEqual(['😂', '❤️'])
  })
  test('MSG-155: the sender deletes it, as the writing identity or in both mode', () => {
    const m = mine(1, { senderIdentityId: ONE })
    const may = (x: Message, acting: Parameters<typeof mayDelete>[2]) => mayDelete(x, OWN, acting)
    expect([
      may(m, { kind: 'single', id: ONE }),
      may(m, { kind: 'both' }),
      may(m, { kind: 'single', id: TWO }),
      may(m, { kind: 'none' }),
    ]).toEqual([true, true, false, false])
    expect([
      may(mine(1, { senderIdentityId: null }), { kind: 'single', id: TWO }),
      may(message(1), { kind: 'both' }),
      may({ ...m, deletedAt: at(2) }, { kind: 'both' }),
    ]).toEqual([true, false, false])
  })
})

test('one’s own text is edited for 15 minutes, not a deleted one nor photos alone', () => {
  const now = new Date().toISOString()
  const may = (patch: Partial<Message>, acting = ONE) =>
    mayEdit(mine(1, { createdAt: now, senderIdentityId: ONE, ...patch }), OWN, {
      kind: 'single',
      id: acting,
    })
  expect([
    may({}),
    may({}, TWO),
    may({ content: '' }),
    may({ deletedAt: now }),
    may({ senderAccountId: OTHER }),
    may({ createdAt: new Date(Date.now() - MESSAGE_EDIT_MS - 1).toISOString() }),
  ]).toEqual([true, false, false, false, false, false])
  const ofBoth = mine(1, { createdAt: now, senderIdentityId: null })
  for (const on of [false, true]) expect(mayEdit(ofBoth, OWN, { kind: 'both' }, on)).toBe(!on)
})

describe('acting', () => {
  let asked: { call: string; body: unknown; identity: string | null }[] = []
  let status = 200
  let hold: Promise<void> | null = null
  const shown = (seq = 10): Message =>
    threadOf(CONVERSATION).messages.find((m) => m.seq === seq) as Message
  beforeEach(() => {
    asked = []
    status = 200
    hold = null
    vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
      asked.push({
        call: `${init.method} ${new URL(input, 'http://localhost').pathname}`,
        body: init.body ? JSON.parse(String(init.body)) : null,
        identity: new Headers(init.headers).get('x-active-identity'),
      })
      await hold
      if (init.method === 'GET')
        return Response.json({
          messages: [mine(10)],
          hasMore: false,
          hasNewer: false,
          readSeq: 0,
          firstUnreadId: null,
          lastSyncDate: at(1),
        })
      return new Response(
        JSON.stringify(
          status === 200
            ? { reactions: {}, message: mine(10, { content: '', deletedAt: at(30), changed: 30 }) }
            : { error: 'non' },
        ),
        { status, headers: { 'content-type': 'application/json' } },
      )
    })
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    messaging.openId = null
    resetMessaging()
    identityPrompt.open = false
    toasts.splice(0)
    stopOutbox()
    clearPending()
    Object.assign(session, {
      phase: 'signed-in',
      token: 't',
      accountId: OWN,
      activeIdentityId: ONE,
      mode: 'single',
      identityIds: [],
    })
    setList([conversation({ lastMessageAt: at(10), last_message: toLastMessage(mine(10)) })], OWN)
    setThread(CONVERSATION, {
      phase: 'ready',
      messages: [message(9), mine(10, { reactions: { '❤️': [by(ONE)] } })],
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  test('MSG-159 MSG-160: PUT with emoji and identity; the same emoji again sends DELETE without a body', async () => {
    toggleReaction(shown(9), '😂')
    expect(Object.keys(shown(9).reactions)).toEqual(['😂'])
    await eventually(() => expect(asked.length).toBe(1))
    toggleReaction(shown(9), '😂')
    expect(shown(9).reactions).toEqual({})
    await eventually(() => expect(asked.length).toBe(2))
    const path = `/api/messages/${uid('message', 9)}/reactions`
    expect(asked).toEqual([
      { call: `PUT ${path}`, body: { emoji: '😂', identity_id: ONE }, identity: ONE },
      { call: `DELETE ${path}`, body: null, identity: ONE },
    ])
  })
  test('MSG-154: in both mode no identity is sent, neither in the body nor in the header', async () => {
    Object.assign(session, { mode: 'both', activeIdentityId: null, identityIds: [ONE, TWO] })
    changeReaction(shown(10), '👍')
    expect(shown(10).reactions).toMatchObject({ '👍': [{ account_id: OWN, identity_id: null }] })
    expect(Object.keys(shown(10).reactions)).toEqual(['👍'])
    await eventually(() =>
      expect(asked[0]).toMatchObject({ body: { emoji: '👍', identity_id: null }, identity: null }),
    )
    toggleReaction(shown(10), '👍')
    await eventually(() => expect(asked).toHaveLength(2))
    vi.spyOn(ui, 'confirm').mockResolvedValue(true)
    await confirmDeleteMessage(shown(10))
    await eventually(() => expect(asked).toHaveLength(3))
    const path = `/api/messages/${uid('message', 10)}`
    expect(asked.slice(1)).toEqual([
      { call: `DELETE ${path}/reactions`, body: null, identity: null },
      { call: `DELETE ${path}`, body: null, identity: null },
    ])
  })
  test('MSG-144: without an acting identity the identity modal opens and nothing is sent', () => {
    Object.assign(session, { activeIdentityId: null })
    for (const emoji of ['😂', null] as const) {
      identityPrompt.open = false
      changeReaction(shown(10), emoji)
      expect(identityPrompt.open).toBe(true)
    }
    expect([asked, Object.keys(shown(10).reactions)]).toEqual([[], ['❤️']])
  })
  test('an older state that arrives during the request is not shown', async () => {
    let release: () => void = () => undefined
    hold = new Promise((resolve) => {
      release = resolve
    })
    changeReaction(shown(9), '😂')
    await eventually(() => expect(asked.length).toBe(1))
    changeReaction(shown(9), '👍')
    applyEvent(
      event('reaction.updated', {
        conversationId: CONVERSATION,
        messageId: uid('message', 9),
        changed: 20,
        reactions: { '😂': [by(ONE)], '😮': [by(null, OTHER)] },
      }),
      OWN,
    )
    expect(Object.keys(shown(9).reactions).sort()).toEqual(['👍', '😮'].sort())
    release()
    await eventually(() => expect(asked.length).toBe(2))
  })
  test('MSG-117 MSG-161: a deletion is optimistic, sends DELETE without a body, and empties quotes', async () => {
    mergeIntoThread(
      CONVERSATION,
      [
        message(11, {
          quote: {
            id: uid('message', 10),
            handle: 'moi',
            content: 'message 10',
            mediaCount: 0,
            deleted: false,
          },
        }),
      ],
      OWN,
    )
    vi.spyOn(ui, 'confirm').mockResolvedValue(true)
    let release: () => void = () => undefined
    hold = new Promise((resolve) => {
      release = resolve
    })
    await confirmDeleteMessage(shown(10))
    expect(shown(10)).toMatchObject({ content: '', reactions: {} })
    expect(shown(10).deletedAt).not.toBeNull()
    expect(shown(11).quote).toMatchObject({ content: '', deleted: true })
    expect(messaging.conversations[CONVERSATION]?.last_message?.deletedAt).not.toBeNull()
    release()
    await eventually(() => expect(shown(10).changed).toBe(30))
    expect(asked).toEqual([
      { call: `DELETE /api/messages/${uid('message', 10)}`, body: null, identity: ONE },
    ])
    // a late copy from before the deletion does not restore the text
    applyEvent(arrives(mine(10)), OWN)
    expect(shown(10).content).toBe('')
  })
  const quoting10 = () =>
    message(11, {
      quote: {
        id: uid('message', 10),
        handle: 'moi',
        content: 'message 10',
        mediaCount: 0,
        deleted: false,
      },
    })
  test('an edit is optimistic, in quotes and in the list; it is sent for the account', async () => {
    mergeIntoThread(CONVERSATION, [quoting10()], OWN)
    let release: () => void = () => undefined
    hold = new Promise((resolve) => {
      release = resolve
    })
    const text = 'x'.repeat(QUOTE_MAX_CHARS + 1)
    editMessageText(shown(10), shown(10).content)
    editMessageText(shown(10), text)
    expect(shown(10)).toMatchObject({ content: text, edited: true })
    expect(shown(11).quote?.content).toBe('x'.repeat(QUOTE_MAX_CHARS))
    expect(messaging.conversations[CONVERSATION]?.last_message?.content).toBe(text)
    // what still arrives with the old text does not undo it
    mergeIntoThread(CONVERSATION, [mine(10, { changed: 12 }), quoting10()], OWN)
    expect([shown(10).content, shown(11).quote?.content.length]).toEqual([text, QUOTE_MAX_CHARS])
    await eventually(() => expect(asked.length).toBe(1))
    expect(asked).toEqual([
      {
        call: `PATCH /api/messages/${uid('message', 10)}`,
        body: { content: text },
        identity: null,
      },
    ])
    release()
    await eventually(() => expect(pendingActsOf(uid('message', 10))).toEqual([]))
  })
  test('an edit by another member reaches its quotes, also of messages that are not loaded', () => {
    mergeIntoThread(CONVERSATION, [quoting10()], OWN)
    setThread(CONVERSATION, { messages: [shown(11)], hasMore: true })
    applyEvent(arrives(mine(10, { content: 'corrigé', edited: true, changed: 20 })), OWN)
    expect(threadOf(CONVERSATION).messages.map((m) => m.id)).toEqual([uid('message', 11)])
    expect(shown(11).quote).toMatchObject({ content: 'corrigé', deleted: false })
  })
  test('a refused edit is taken back, and its text becomes the draft of the conversation', async () => {
    status = 409
    editMessageText(shown(10), 'trop tard')
    expect(shown(10).content).toBe('trop tard')
    await eventually(() => expect(shown(10).content).toBe(mine(10).content))
    expect(shown(10).edited).toBe(false)
    expect(draftText(CONVERSATION, ONE)).toBe('trop tard')
    expect(toasts.map((t) => t.text)).toEqual([
      'Votre modification n’a pas pu être enregistrée. Votre texte est dans le champ de saisie.',
    ])
    await eventually(() => expect(asked.at(-1)?.call).toBe('GET /api/conversations'))
  })
  test('the text of an edit is given back when the message is gone, unless another is being written', async () => {
    status = 404
    storeDraftText(CONVERSATION, ONE, '')
    editMessageText(shown(10), 'envolé')
    await eventually(() => expect(draftText(CONVERSATION, ONE)).toBe('envolé'))
    await eventually(() => expect(asked.at(-1)?.call).toBe('GET /api/conversations'))
    editMessageText(shown(10), 'encore')
    await eventually(() => expect(toasts.map((t) => t.text)).toHaveLength(2))
    expect(toasts.at(-1)?.text).toBe('Votre modification n’a pas pu être enregistrée.')
    expect(draftText(CONVERSATION, ONE)).toBe('envolé')
    await eventually(() =>
      expect(asked.filter((a) => a.call === 'GET /api/conversations')).toHaveLength(2),
    )
  })
  test('MSG-197: a failed deletion and reaction are retried until the server has replied', async () => {
    status = 503
    vi.spyOn(ui, 'confirm').mockResolvedValue(true)
    changeReaction(shown(9), '😮')
    await confirmDeleteMessage(shown(10))
    await eventually(() => expect(asked.length).toBe(2))
    expect([Object.keys(shown(9).reactions), shown(10).content]).toEqual([['😮'], ''])
    status = 200
    await eventually(() => expect(asked.length).toBe(4))
    const sorted = (calls: typeof asked) => calls.map((c) => c.call).sort()
    expect(sorted(asked.slice(2))).toEqual(sorted(asked.slice(0, 2)))
    await eventually(() => expect(pendingActsOf(uid('message', 10))).toEqual([]))
  })
  test('MSG-197: an act left by an earlier page is shown on what loads, and sent', async () => {
    stopOutbox()
    const box = await openOutbox(OWN, () => undefined)
    await box.putAct({
      key: `${uid('message', 10)}:delete`,
      messageId: uid('message', 10),
      conversationId: CONVERSATION,
      accountId: OWN,
      order: 1,
      act: { kind: 'delete', at: at(20) },
    })
    status = 503
    const queue = createActQueue({ box, isActive: () => true })
    await queue.restore()
    expect(shown(10).content).toBe('')
    mergeIntoThread(CONVERSATION, [mine(10, { changed: 25 })], OWN)
    expect(shown(10).deletedAt).toBe(at(20))
    await eventually(() => expect(asked.length).toBe(1))
    status = 200
    queue.wake()
    await eventually(async () => expect(await box.acts()).toEqual([]))
  })
  test('MSG-197: a refused act is taken back on the screen with one sentence', async () => {
    status = 403
    vi.spyOn(ui, 'confirm').mockResolvedValue(true)
    await confirmDeleteMessage(shown(10))
    expect(shown(10).content).toBe('')
    await eventually(() => expect(shown(10).content).toBe(mine(10).content))
    expect(toasts.map((t) => t.text)).toEqual([
      'Ce message n’a pas pu être supprimé. Les autres le voient toujours.',
    ])
    expect(pendingActsOf(uid('message', 10))).toEqual([])
  })
})
