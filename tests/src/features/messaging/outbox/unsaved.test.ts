// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { tabLock } from '#contract/workers/hub'
import type { Message } from '#contract/messaging/messages'
import type { Outbox } from '../../../../../src/data/device/outbox-store'
import type { OutboxEvent } from '../../../../../src/features/messaging/outbox/reducer'
import { eventually } from '../../../../support/eventually'
import { FakeLocks } from '../../../../support/hub/locks'
import { CONVERSATION, message, outgoing, OWN, uid } from '../../../../support/world/messages'

/** The engine is loaded late, or never: the tests say when. */
vi.mock('../../../../../src/features/messaging/outbox/start', () => ({ startOutbox: () => null }))

const [ME, KEY, OTHER] = [uid('identity', 1), uid('client', 1), uid('client', 2)]
const DRAFT = {
  clientMsgId: KEY,
  content: 'On se voit samedi ?',
  senderIdentityId: ME,
  quote: null,
  photos: [],
  mediaIds: {},
}
const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('unsaved_draft:'))
/** A device that has these messages. */
const device = (...ids: string[]) =>
  ({ message: async (id: string) => (ids.includes(id) ? {} : undefined) }) as unknown as Outbox

/** A page of the member: the modules in it know nothing of those before. */
const page = async () => {
  vi.resetModules()
  const { session } = await import('../../../../../src/data/session/state')
  Object.assign(session, { accountId: OWN, mode: 'single', activeIdentityId: ME })
  const { restoreUnsaved } = await import('../../../../../src/features/messaging/outbox/unsaved')
  const drafts = await import('../../../../../src/features/messaging/composer/draft-box')
  const { sendDraft } = await import('../../../../../src/features/messaging/outbox/send')
  const { dispatch, outboxState } =
    await import('../../../../../src/features/messaging/outbox/outbox')
  const { tabId } = await import('../../../../../src/data/hub/hub')
  return {
    tabId,
    dispatch,
    keepText: drafts.storeDraftText,
    draft: (who = ME) => drafts.draftText(CONVERSATION, who),
    /** A tap on «Envoyer»: the composer empties its draft. */
    send: (patch: Partial<typeof DRAFT> = {}) => {
      void sendDraft(CONVERSATION, { ...DRAFT, ...patch })
      drafts.storeDraftText(CONVERSATION, ME, '')
    },
    restore: (box: Outbox) => restoreUnsaved(OWN, box, () => true),
    sends: () => Object.keys(outboxState().entries),
  }
}
let locks: FakeLocks
beforeEach(() => {
  localStorage.clear()
  locks = new FakeLocks()
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
})

test('a page that ends before the message is on the device: its text is a draft again, and nothing is sent', async () => {
  const first = await page()
  first.keepText(CONVERSATION, ME, DRAFT.content)
  first.send()
  expect([first.draft(), stored().length]).toEqual(['', 1])
  const next = await page()
  await next.restore(device())
  expect([next.draft(), stored(), next.sends()]).toEqual([DRAFT.content, [], []])
})

test('it goes back to the draft of its author', async () => {
  ;(await page()).send({ senderIdentityId: null as unknown as string })
  const next = await page()
  await next.restore(device())
  expect([next.draft(), next.draft('both')]).toEqual(['', DRAFT.content])
})

test('the engine of the next page gives it back', async () => {
  ;(await page()).send()
  const next = await page()
  const { openOutboxEngine } = await import('../../../../../src/features/messaging/outbox/engine')
  const engine = await openOutboxEngine(OWN)
  await eventually(() => expect(next.draft()).toBe(DRAFT.content))
  expect([stored(), next.sends()]).toEqual([[], []])
  engine.stop()
})

const {
  state: _state,
  error: _error,
  isFinal: _isFinal,
  ...content
} = outgoing({ clientMsgId: KEY })
const ENDS: readonly OutboxEvent[] = [
  { kind: 'kept', key: KEY, kept: 'device' },
  { kind: 'refused', key: KEY, error: 'Non.', isFinal: false },
  { kind: 'discarded', id: CONVERSATION, key: KEY },
  {
    kind: 'confirmed',
    id: CONVERSATION,
    key: KEY,
    message: message(1, { clientMsgId: KEY, conversationId: CONVERSATION }),
  },
]
test.each(ENDS)('once the message is $kind, nothing of it comes back', async (event) => {
  const first = await page()
  first.send()
  first.dispatch({ kind: 'delayed', key: KEY })
  expect(stored()).toHaveLength(1)
  first.dispatch(event)
  expect(stored()).toEqual([])
  const next = await page()
  await next.restore(device())
  expect(next.draft()).toBe('')
})

test('the text of a message that a full device refused is a draft again, until it has arrived', async () => {
  const first = await page()
  first.send()
  first.dispatch({ kind: 'kept', key: KEY, kept: 'memory' })
  const next = await page()
  await next.restore(device())
  expect(next.draft()).toBe(DRAFT.content)
  next.send()
  next.dispatch({ kind: 'kept', key: KEY, kept: 'memory' })
  next.dispatch({ kind: 'refused', key: KEY, error: 'Non.', isFinal: false })
  expect(stored()).toHaveLength(1)
  next.dispatch({ kind: 'confirmed', id: CONVERSATION, key: KEY, message: null })
  expect(stored()).toEqual([])
})

test('so is that of a message on a device that stores nothing: this page alone has it', async () => {
  const first = await page()
  const { outboxEntryOf } = await import('../../../../../src/features/messaging/outbox/outbox')
  const { openOutboxEngine } = await import('../../../../../src/features/messaging/outbox/engine')
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  // jsdom has no IndexedDB
  const engine = await openOutboxEngine(OWN)
  first.send()
  await eventually(() => expect(outboxEntryOf(KEY)).not.toMatchObject({ kept: 'saving' }))
  engine.stop()
  vi.unstubAllGlobals()
  const next = await page()
  await next.restore(device())
  expect(next.draft()).toBe(DRAFT.content)
})

/** What the server says of the conversation. */
const latest = (messages: readonly Message[]) => ({
  messages,
  hasMore: false,
  hasNewer: false,
  readSeq: 0,
  firstUnreadId: null,
  lastSyncDate: new Date(0).toISOString(),
})
test('nor does the text of one that the server has, whose reply was lost with the page', async () => {
  const first = await page()
  first.send()
  first.dispatch({ kind: 'kept', key: KEY, kept: 'memory' })
  const arrived = message(1, { clientMsgId: KEY, conversationId: CONVERSATION })
  vi.stubGlobal('fetch', async () => Response.json(latest([arrived])))
  const next = await page()
  await next.restore(device())
  vi.unstubAllGlobals()
  expect([next.draft(), stored()]).toEqual(['', []])
})

test('a message that the device has is sent from there: its text does not come back', async () => {
  // the page ended after the message was written and before it knew
  ;(await page()).send()
  const next = await page()
  await next.restore(device(KEY))
  expect([next.draft(), stored()]).toEqual(['', []])
})

test('also when another tab has sent it and removed it from the device in between', async () => {
  ;(await page()).send()
  const other = await page()
  other.dispatch({ kind: 'restored', id: CONVERSATION, content, refusal: null })
  other.dispatch({ kind: 'confirmed', id: CONVERSATION, key: KEY, message: null })
  const next = await page()
  await next.restore(device())
  expect([next.draft(), stored()]).toEqual(['', []])
})

test('what another tab is still writing is left to it', async () => {
  const writing = await page()
  void locks.request(tabLock(writing.tabId), () => new Promise(() => undefined))
  writing.send()
  const next = await page()
  await next.restore(device())
  expect([next.draft(), stored().length]).toEqual(['', 1])
})

test('another text that is being written stays, and the lost one waits for an empty draft', async () => {
  const first = await page()
  first.send()
  first.keepText(CONVERSATION, ME, 'Autre chose')
  const next = await page()
  await next.restore(device(OTHER))
  expect([next.draft(), stored().length]).toEqual(['Autre chose', 1])
  next.keepText(CONVERSATION, ME, '')
  await next.restore(device(OTHER))
  expect([next.draft(), stored()]).toEqual([DRAFT.content, []])
})
