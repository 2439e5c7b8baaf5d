// @vitest-environment jsdom
import '../../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HeldMessage } from '#contract/messaging/held'
import { session } from '../../../../../src/data/session/session'
import { amendingState, setAmending } from '../../../../../src/features/messaging/state/held'
import {
  resetMessaging,
  setList,
  setThread,
} from '../../../../../src/features/messaging/state/store'
import { ThreadView } from '../../../../../src/features/messaging/thread/thread'
import { Refusal, serve, times } from '../../../../support/world/events'
import { at, conversation, CONVERSATION, OWN, uid } from '../../../../support/world/messages'

const [LEA, HUGO] = [uid('identity', 1), uid('identity', 2)]
const person = (id: string, firstname: string) => ({ id, firstname, identity_handle: firstname })
const held = (patch: Partial<HeldMessage> = {}): HeldMessage => ({
  id: uid('held', 1),
  conversationId: CONVERSATION,
  reason: 'four_hands',
  senderIdentityId: null,
  clientMsgId: uid('client', 1),
  content: 'Samedi ?',
  brief: null,
  quote: null,
  media: [],
  createdAt: at(1),
  revision: 1,
  wanted: [LEA, HUGO],
  agreed: [],
  refused: [],
  ...patch,
})
const PATCH = `PATCH /held/${uid('held', 1)}`
/** What waits on the server; a change of the text has to name its revision. */
const server: { held: HeldMessage[] } = { held: [] }
let asked: ReturnType<typeof serve>

beforeEach(async () => {
  resetMessaging()
  Object.assign(session, {
    phase: 'signed-in',
    accountId: OWN,
    account: { identities: [person(LEA, 'Léa'), person(HUGO, 'Hugo')] },
    mode: 'single',
    activeIdentityId: LEA,
    identityIds: [],
  })
  asked = serve({
    [`GET /conversations/${CONVERSATION}/held`]: () => ({
      held: server.held,
      four_hands: { on: true, ending_by: null },
    }),
    [PATCH]: ({ body }) => {
      const { revision, content } = body as { revision: number; content: string }
      const [now] = server.held
      if (!now) return new Refusal(404, 'Ce contenu n’existe pas.', { code: 'not_found' })
      if (now.revision !== revision)
        return new Refusal(409, 'Ce texte vient de changer.', { code: 'held_changed' })
      server.held = [held({ content, revision: revision + 1 })]
      return { held: server.held[0] }
    },
  })
  server.held = [held()]
  setList([conversation()], OWN)
  setThread(CONVERSATION, { phase: 'ready', held: server.held })
  render(<ThreadView id={CONVERSATION} />)
  await act(async () => {
    setAmending(held())
    await vi.dynamicImportSettled()
  })
})
afterEach(() => {
  cleanup()
  setAmending(null)
  vi.unstubAllGlobals()
  Object.assign(session, { account: null, activeIdentityId: null })
})

const dialog = () => screen.getByRole('dialog', { name: 'Modifier le message' })
const field = () => within(dialog()).getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
const saveButton = () =>
  within(dialog()).getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' })
const save = (text: string): void => {
  fireEvent.change(field(), { target: { value: text } })
  fireEvent.click(saveButton())
}

test('a text that the other changed meanwhile is shown above the own one, which can then be saved', async () => {
  server.held = [held({ content: 'Dimanche ?', revision: 2 })]
  save('Samedi soir ?')
  await screen.findByText('Dimanche ?', { selector: 'blockquote' })
  expect(dialog().textContent).toContain('Le texte a changé entre-temps')
  expect(field().value).toBe('Samedi soir ?')
  await waitFor(() => expect(saveButton().getAttribute('aria-busy')).toBeNull())
  fireEvent.click(saveButton())
  await waitFor(() => expect(server.held[0]?.content).toBe('Samedi soir ?'))
  await waitFor(() => expect(amendingState.held).toBeNull())
  expect(times(asked, PATCH)).toBe(2)
})

test('a message that no longer waits says so, and keeps the typed text to copy', async () => {
  server.held = []
  save('Samedi soir ?')
  await screen.findByText(/^Ce message n’attend plus d’accord/)
  expect([field().value, saveButton().disabled]).toEqual(['Samedi soir ?', true])
})
