// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../src/data/http/api'
import { refusalMessageOf, serverMessageOf } from '../../../src/data/http/api-error'
import { AlbumDialog } from '../../../src/features/albums/album/album-dialog'
import { FeedbackPanel } from '../../../src/features/feedback/panel'
import { sendError } from '../../../src/features/messaging/state/labels'
import { ForgotScreen } from '../../../src/features/session/forgot-screen'
import { JoinScreen } from '../../../src/features/session/join-screen'
import { refusalText } from '../../../src/features/settings/say'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
/**
 * What stands before the server answers in its place, without our words: a proxy while it restarts,
 * or one that finds a body too large.
 */
const answerWith = (status: number): void =>
  void vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => new Response('<html>Bad gateway</html>', { status })),
  )

const typed = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } })
const SCREENS: readonly { name: string; screen: ReactElement; act: () => void; said: RegExp }[] = [
  {
    name: 'a comment',
    screen: <FeedbackPanel open level={0} onClose={() => undefined} />,
    act: () => {
      typed('Votre commentaire', 'Un mot')
      fireEvent.click(screen.getByText('Envoyer'))
    },
    said: /^Envoi impossible\. Votre texte est conservé/,
  },
  {
    name: 'a form',
    screen: <ForgotScreen />,
    act: () => {
      typed('Adresse e-mail', 'a@b.test')
      fireEvent.submit(document.querySelector('form') as HTMLFormElement)
    },
    said: /^Une erreur est survenue\. Réessayez dans un instant\.$/,
  },
  {
    name: 'an album',
    screen: <AlbumDialog accountId="a" open onClose={() => undefined} />,
    act: () => {
      typed('Nom', 'Été')
      fireEvent.submit(document.querySelector('form') as HTMLFormElement)
    },
    said: /^Erreur lors de la création de l.album$/,
  },
  {
    name: 'an invitation',
    screen: <JoinScreen token={'a'.repeat(43)} />,
    act: () => undefined,
    said: /^Impossible de lire ce lien\./,
  },
]

test.each(SCREENS.flatMap((one) => [413, 502].map((status) => ({ ...one, status }))))(
  '$name: an answer $status without words is told in ours',
  async ({ screen: element, act, said, status }) => {
    answerWith(status)
    render(element)
    act()
    expect(await screen.findByText(said)).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/HTTP/)
  },
)

test('the words of a failure: the server’s own, never the bare status', () => {
  expect([
    serverMessageOf(new ApiError(409, 'Déjà invité')),
    serverMessageOf(new ApiError(502, 'HTTP 502')),
    serverMessageOf(new ApiError(0, 'Network error')),
    serverMessageOf(new Error('x')),
  ]).toEqual(['Déjà invité', null, null, null])
  expect([
    refusalMessageOf(new ApiError(409, 'Déjà invité')),
    refusalMessageOf(new ApiError(413, 'HTTP 413')),
    refusalMessageOf(new ApiError(500, 'Une erreur est survenue de notre côté.')),
  ]).toEqual(['Déjà invité', null, null])
  expect(refusalText(new ApiError(413, 'HTTP 413'), 'Rien n’a changé.')).toBe('Rien n’a changé.')
  expect(sendError(new ApiError(413, 'HTTP 413'), false)).toBe('Erreur envoi message')
})
