// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toasts } from '../../../../../src/data/state/toasts'
import { togglePublished } from '../../../../../src/features/events/event/publish'
import { hostedEvent, Refusal, serve } from '../../../../support/world/events'

beforeEach(() => void toasts.splice(0))
afterEach(() => vi.unstubAllGlobals())

const event = hostedEvent({ title: 'Bal masqué' })
const said = () => toasts.map(({ kind, text }) => `${kind} ${text}`)

test.each([
  ['published', 'success Sortie publiée\u00a0: Bal masqué'],
  ['draft', 'info Sortie dépubliée'],
] as const)('MSG-124 MSG-125: the words of «%s»', async (status, words) => {
  const asked = serve({ [`POST /events/${event.id}/publish`]: () => ({ event }) })
  expect(await togglePublished(event, status)).toMatchObject({ id: event.id })
  expect(asked[0]?.body).toEqual({ status })
  expect(said()).toEqual([words])
})

test.each([
  ['published', undefined, 'error Impossible de publier l’événement'],
  ['draft', undefined, 'error Impossible de dépublier l’événement'],
  ['draft', 'Cette sortie est terminée.', 'error Cette sortie est terminée.'],
] as const)(
  'the words of «%s» that fails, by the server’s sentence: %s',
  async (status, sentence, words) => {
    serve({ [`POST /events/${event.id}/publish`]: () => new Refusal(409, sentence) })
    expect(await togglePublished(event, status)).toBeNull()
    expect(said()).toEqual([words])
  },
)
