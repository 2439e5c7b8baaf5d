// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Agreements } from '#contract/agreements'
import { closeIdentityDialog, identityPrompt } from '../../../src/data/session/identity-prompt'
import { toasts } from '../../../src/data/state/toasts'
import { emptySession, forgetCached, session } from '../../../src/data/session/state'
import { AgreementsScreen } from '../../../src/features/agreements/agreements-screen'
import { ApiError } from '../../../src/data/http/api-error'
import { AgreeButtons } from '../../../src/parts/agree/agree-buttons'
import { CodePart } from '../../../src/features/settings/code-part'
import { Refusal, serve } from '../../support/world/events'
import { eventually } from '../../support/eventually'

const [LEA, HUGO] = ['lea', 'hugo']

afterEach(async () => {
  cleanup()
  toasts.splice(0)
  forgetCached()
  Object.assign(session, emptySession())
  vi.unstubAllGlobals()
  // until the next task swr counts the last request as under way and sends none
  await new Promise((resolve) => setTimeout(resolve))
})

/** A shared login; a photo of Léa waits for her. */
const start = (more: Parameters<typeof serve>[0] = {}): void => {
  serve({
    'GET /account/agreements': () =>
      ({
        agreements: [
          {
            media_id: 'photo',
            url: '/api/media/photo/url',
            thumbnail_url: '/api/media/photo/thumbnail',
            width: 4,
            height: 3,
            blurhash: null,
            identity_id: LEA,
            state: 'asked',
            asked_at: '2026-11-26T10:00:00.000Z',
            decided_at: null,
            strong: false,
            corrected: false,
          },
        ],
        persons: [LEA, HUGO].map((identity_id) => ({
          identity_id,
          voice: 'code' as const,
          has_code: true,
          passkeys: [],
          code_ends_at: null,
        })),
        places: [],
        login: { identity_id: null, may_choose: [] },
      }) satisfies Agreements,
    ...more,
  })
  Object.assign(session, {
    activeIdentityId: LEA,
    account: {
      identities: [
        { id: LEA, firstname: 'Léa', identity_handle: 'lea_h' },
        { id: HUGO, firstname: 'Hugo', identity_handle: 'hugo_h' },
      ],
    },
  })
}
const become = (id: string): Promise<void> =>
  act(() => {
    session.activeIdentityId = id
    return Promise.resolve()
  })
const field = (label: string): Promise<HTMLInputElement> =>
  eventually(() => screen.getByLabelText<HTMLInputElement>(label))
const type = async (label: string, value: string): Promise<void> =>
  void fireEvent.change(await field(label), { target: { value } })
const yes = (): HTMLButtonElement => screen.getByRole('button', { name: 'Oui' })

test('the code of one is typed again once the other has been at the screen', async () => {
  start()
  render(<AgreementsScreen />)
  await type('Code de Léa', '4821')
  expect(yes().disabled).toBe(false)
  await become(HUGO)
  expect(screen.queryByRole('button', { name: 'Oui' })).toBeNull()
  await become(LEA)
  expect((await field('Code de Léa')).value).toBe('')
  expect(yes().disabled).toBe(true)
})

test('a code that one began to change in the settings is not offered to the other', async () => {
  start()
  render(<CodePart />)
  fireEvent.click(await eventually(() => screen.getByRole('button', { name: 'Changer le code' })))
  await type('Votre code actuel', '4821')
  await become(HUGO)
  expect(screen.queryByLabelText('Votre code actuel')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Changer le code' }))
  expect((await field('Votre code actuel')).value).toBe('')
})

test('a current code that is too short is not called a new code that is easy to guess', async () => {
  const said = 'Un code compte au moins 6 chiffres.'
  const easy = 'Choisissez un code moins facile à deviner.'
  const tryIt = async (path: string, message: string): Promise<void> => {
    start({
      'PUT /account/agreements/code': () =>
        new Refusal(400, message, { code: 'invalid_payload', details: [{ path, message }] }),
    })
    render(<CodePart />)
    fireEvent.click(await eventually(() => screen.getByRole('button', { name: 'Changer le code' })))
    await type('Votre code actuel', '1234')
    fireEvent.change(screen.getByLabelText(/^Votre nouveau code/), { target: { value: '482193' } })
    await type('Votre mot de passe', 'trois-hiboux-lunaires')
    fireEvent.submit(screen.getByRole('form'))
  }
  await tryIt('body.current', said)
  await screen.findByText(said)
  expect(screen.queryByText(easy)).toBeNull()
  cleanup()
  await tryIt('body.code', easy)
  await screen.findByText(easy)
})

test('all that is wrong with a new code is said at once, and what is corrected no longer', async () => {
  start()
  render(<CodePart />)
  fireEvent.click(await eventually(() => screen.getByRole('button', { name: 'Changer le code' })))
  await type('Votre code actuel', '')
  fireEvent.submit(screen.getByRole('form'))
  const said = [
    'Saisissez votre code actuel.',
    'Un code compte au moins 6 chiffres.',
    'Saisissez votre mot de passe.',
  ] as const
  for (const one of said) expect(screen.getByText(one)).toBeTruthy()
  fireEvent.change(screen.getByLabelText(/^Votre nouveau code/), { target: { value: '4' } })
  expect(screen.queryByText(said[1])).toBeNull()
  expect(screen.getByText(said[0])).toBeTruthy()
})

test('a code that is not known yet is not called missing, and a failure is said', async () => {
  start({ 'GET /account/agreements': () => new Refusal(503) })
  render(<CodePart />)
  expect(screen.queryByText(/^Sans code/)).toBeNull()
  await screen.findByRole('button', { name: 'Réessayer' })
  expect(screen.queryByText(/^Sans code/)).toBeNull()
})

test('both at once are led to the choice of an identity, of whom each has a code', async () => {
  start()
  session.activeIdentityId = null
  render(<CodePart />)
  fireEvent.click(await screen.findByRole('button', { name: 'Changer d’identité' }))
  expect(identityPrompt.open).toBe(true)
  closeIdentityDialog()
})

test('the dialog for the code of one closes when the other tab acts as the other', async () => {
  start()
  const agree = async (_: string, code?: string): Promise<void> => {
    if (code === undefined) throw new ApiError(403, '', { body: { code: 'agreement_code' } })
  }
  render(
    <AgreeButtons
      missing={[LEA, HUGO]}
      size="sm"
      disabled={false}
      agree={agree}
      onFailed={() => undefined}
    />,
  )
  const give = () => fireEvent.click(screen.getByRole('button', { name: 'Donner mon accord' }))
  give()
  await type('Code de Léa', '482193')
  await become(HUGO)
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())
  await become(LEA)
  expect(screen.queryByRole('dialog')).toBeNull()
  give()
  expect((await field('Code de Léa')).value).toBe('')
})

/** A photo of both, which nobody has answered. */
const startBoth = (): void => {
  const both = [LEA, HUGO]
  serve({
    'POST /account/agreements/photo': () => ({ ok: true }),
    'GET /account/agreements': () => ({
      agreements: both.map((identity_id) => ({
        media_id: 'photo',
        width: 4,
        height: 3,
        blurhash: null,
        identity_id,
        state: 'asked',
        asked_at: '2026-11-26T10:00:00.000Z',
        decided_at: null,
        strong: false,
        corrected: false,
      })),
      persons: both.map((identity_id) => ({
        identity_id,
        voice: 'own',
        has_code: false,
        passkeys: [],
        code_ends_at: null,
      })),
      places: [],
      login: { identity_id: null, may_choose: [] },
    }),
  })
  Object.assign(session, {
    activeIdentityId: LEA,
    account: {
      identities: [
        { id: LEA, firstname: 'Léa', identity_handle: 'lea_h' },
        { id: HUGO, firstname: 'Alix', identity_handle: 'alix_h' },
      ],
    },
  })
}

test('a yes does not say that a photo can be shown while the other has not agreed', async () => {
  startBoth()
  render(<AgreementsScreen />)
  fireEvent.click(await eventually(yes))
  await eventually(() =>
    expect(toasts.map((t) => t.text)).toEqual(['Merci. Il manque encore l’accord d’Alix.']),
  )
})

test('as both, the requests for one photo are told apart by the person', async () => {
  startBoth()
  session.activeIdentityId = null
  render(<AgreementsScreen />)
  await eventually(() => screen.getByText('Accord de Léa'))
  expect(screen.getByText('Accord d’Alix')).toBeTruthy()
})

test('the dialog for a code elides before a vowel', async () => {
  startBoth()
  session.activeIdentityId = HUGO
  render(
    <AgreeButtons
      missing={[HUGO]}
      size="sm"
      disabled={false}
      agree={() => Promise.reject(new ApiError(403, '', { body: { code: 'agreement_code' } }))}
      onFailed={() => undefined}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Donner mon accord' }))
  expect(await eventually(() => screen.getByRole('dialog', { name: 'Accord d’Alix' }))).toBeTruthy()
  await field('Code d’Alix')
})

test('after an answer the next photo has the keyboard, after the last one the list', async () => {
  const photos = ['first', 'second']
  const answered = new Set<string>()
  startBoth()
  serve({
    ...Object.fromEntries(
      photos.map((id) => [
        `POST /account/agreements/${id}`,
        () => {
          answered.add(id)
          return { ok: true }
        },
      ]),
    ),
    'GET /account/agreements': () => ({
      agreements: photos.map((media_id) => ({
        media_id,
        width: 4,
        height: 3,
        blurhash: null,
        identity_id: LEA,
        state: answered.has(media_id) ? 'yes' : 'asked',
        asked_at: `2026-11-2${photos.indexOf(media_id) + 5}T10:00:00.000Z`,
        decided_at: null,
        strong: false,
        corrected: false,
      })),
      persons: [
        { identity_id: LEA, voice: 'own', has_code: false, passkeys: [], code_ends_at: null },
      ],
      places: [],
      login: { identity_id: null, may_choose: [] },
    }),
  })
  render(<AgreementsScreen />)
  const answer = async (photo: string): Promise<void> => {
    const card = await screen.findByRole('article', { name: photo })
    const button = within(card).getByRole('button', { name: 'Oui' })
    button.focus()
    fireEvent.click(button)
  }
  const focused = (): string | null => document.activeElement?.getAttribute('aria-label') ?? null
  await answer('Photo ajoutée le 25 novembre 2026')
  await eventually(() => expect(focused()).toBe('Photo ajoutée le 26 novembre 2026'))
  await answer('Photo ajoutée le 26 novembre 2026')
  await eventually(() => expect(focused()).toBe('Vos accords'))
})

test('two quick taps on «J’y suis» do not say that one is not on the photo; one can go back from it', async () => {
  const asked = serve({
    'GET /account/agreements': () => ({
      agreements: [
        {
          media_id: 'photo',
          width: 4,
          height: 3,
          blurhash: null,
          identity_id: LEA,
          state: 'yes',
          asked_at: '2026-11-26T10:00:00.000Z',
          decided_at: null,
          strong: false,
          corrected: true,
        },
      ],
      persons: [
        { identity_id: LEA, voice: 'own', has_code: false, passkeys: [], code_ends_at: null },
      ],
      places: [],
      login: { identity_id: null, may_choose: [] },
    }),
  })
  Object.assign(session, {
    activeIdentityId: LEA,
    account: { identities: [{ id: LEA, firstname: 'Léa', identity_handle: 'lea_h' }] },
  })
  render(<AgreementsScreen />)
  const button = await eventually(() => screen.getByRole('button', { name: 'J’y suis' }))
  button.focus()
  fireEvent.click(button)
  expect(screen.queryByRole('button', { name: 'Je n’y suis pas' })).toBeNull()
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Photo ajoutée/)
  const back = screen.getByRole('button', { name: 'Revenir' })
  back.focus()
  fireEvent.click(back)
  screen.getByRole('button', { name: 'Je n’y suis pas' })
  expect(screen.queryByRole('button', { name: 'Oui' })).toBeNull()
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Photo ajoutée/)
  expect(asked.filter(({ line }) => !line.startsWith('GET'))).toEqual([])
})
