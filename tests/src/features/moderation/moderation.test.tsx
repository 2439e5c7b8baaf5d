// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { myDecisions, type OwnDecision } from '#contract/moderation'
import { Guard } from '../../../../src/app/routes/guard'
import { storage } from '../../../../src/data/device/storage'
import { call } from '../../../../src/data/http/api'
import { session } from '../../../../src/data/session/state'
import { DecisionsScreen } from '../../../../src/features/moderation/decisions-screen'
import { VouchesScreen } from '../../../../src/features/moderation/vouches-screen'
import { closingDecision, decisionTitle } from '../../../../src/features/moderation/labels'
import { decision, setUp, stub, submit, type } from './moderation-setup'

setUp()

const APPEAL = 'POST /account/decisions/decision-1/appeal'

test('reports and decisions with their reasons; an appeal survives a failure and the page, and goes once sent, without losing the keyboard', async () => {
  render(<DecisionsScreen />)
  await screen.findByText('Des mots qui blessent.')
  screen.getByText(/^Examiné.: l’équipe a agi$/)
  screen.getByText('Le respect')
  fireEvent.click(screen.getByRole('button', { name: 'Contester' }))
  type(/Pourquoi vous contestez/, 'On s’est mal compris.')
  stub.answers[APPEAL] = () => [503, {}]
  submit('Contester cette décision')
  await screen.findByRole('alert')
  cleanup()
  // another day: the text is there
  render(<DecisionsScreen />)
  const area = await screen.findByLabelText<HTMLTextAreaElement>(/Pourquoi vous contestez/)
  expect(area.value).toBe('On s’est mal compris.')
  stub.answers[APPEAL] = () => {
    const appeal = {
      state: 'open',
      text: 'On s’est mal compris.',
      answer: null,
      createdAt: '2026-11-04',
    }
    stub.answers['GET /account/decisions'] = () => [
      200,
      { decisions: [{ ...decision({ appealUntil: null }), appeal }] },
    ]
    return [201, { success: true }]
  }
  // «Plus tard» closes the form and keeps what was written; the keyboard stays in the card
  const later = screen.getByRole('button', { name: 'Plus tard' })
  later.focus()
  fireEvent.click(later)
  const again = screen.getByRole('button', { name: 'Contester' })
  expect(document.activeElement).toBe(again)
  fireEvent.click(again)
  screen.getByLabelText(/Pourquoi vous contestez/).focus()
  submit('Contester cette décision')
  const state = await screen.findByText('Contestation à l’étude')
  expect(document.activeElement?.contains(state)).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
  expect(storage.get('appeal_draft:decision-1')).toBeUndefined()
  expect(screen.queryByRole('button', { name: 'Contester' })).toBeNull()
})

test('a suspended account: any refused call shows the reasons in place of the app, but not of public pages', async () => {
  history.replaceState(null, '', '/news')
  Object.assign(session, { phase: 'signed-in', accountId: 'a' })
  const until = new Date(Date.now() + 86_400_000).toISOString()
  stub.answers['GET /account/decisions'] = () => [403, { code: 'account_suspended', error: '…' }]
  render(
    <Guard>
      <p>les actualités</p>
    </Guard>,
  )
  screen.getByText('les actualités')
  await expect(call(myDecisions, {})).rejects.toThrow('…')
  stub.answers['GET /account/decisions'] = () => [
    200,
    { decisions: [decision({ measure: 'suspend', until })] },
  ]
  await screen.findByRole('heading', { name: 'Votre compte est suspendu' })
  await screen.findByText('Des mots qui blessent.')
  expect(screen.queryByText('les actualités')).toBeNull()
  screen.getByRole('button', { name: 'Contester' })
  screen.getByRole('button', { name: 'Se déconnecter' })
  fireEvent.click(screen.getByRole('button', { name: 'Télécharger mes données' }))
  screen.getByLabelText('Votre mot de passe')
  cleanup()
  history.replaceState(null, '', '/rules')
  render(
    <Guard>
      <p>les règles</p>
    </Guard>,
  )
  screen.getByText('les règles')
})

test('what closes an account now: the latest suspension that still runs, or an exclusion', () => {
  const now = Date.parse('2026-11-10')
  const over = decision({ measure: 'suspend', until: '2026-11-09' })
  const runs = decision({ measure: 'suspend', until: '2026-11-20' })
  expect(closingDecision([over, runs], now)).toBe(runs)
  expect(closingDecision([over, { ...runs, undoneAt: '2026-11-09' }], now)).toBeUndefined()
  expect(closingDecision([decision({ measure: 'exclude' })], now)?.measure).toBe('exclude')
  expect(
    decisionTitle(
      decision({ measure: 'restrict', scopes: ['events', 'photos'], until: '2026-11-20' }),
    ),
  ).toBe(
    'Fermé pour vous jusqu’au 20 novembre 2026\u00a0: publier une sortie et ajouter, envoyer ou partager des photos',
  )
  const one: Partial<OwnDecision> = {
    measure: 'restrict',
    scopes: ['messages'],
    until: '2026-11-20',
  }
  expect(decisionTitle(decision({ ...one, identity: { handle: 'nora' } }))).toBe(
    'Fermé à nora jusqu’au 20 novembre 2026\u00a0: écrire des messages',
  )
  expect(decisionTitle(decision({ ...one, identity: { handle: null } }))).toMatch(
    /^Fermé à la personne qui a quitté ce compte jusqu’au/,
  )
})

test('a decision says which photo, and which profile, it is about', async () => {
  stub.answers['GET /account/decisions'] = () => [
    200,
    {
      decisions: [
        decision({
          subjectKind: 'photo',
          measure: 'remove',
          about: {
            text: '',
            at: '2026-10-30T10:00:00.000Z',
            place: 'private_album',
            picture: 'data:image/jpeg;base64,AAAA',
          },
        }),
        decision({ id: 'decision-2', subjectKind: 'profile', about: null }),
      ],
    },
  ]
  const { container } = render(<DecisionsScreen />)
  await screen.findByText(/^Votre photo du 30 octobre.*, dans un album privé$/)
  screen.getByText('Votre profil')
  expect(container.querySelector('img')?.getAttribute('src')).toMatch(/^data:/)
})

test('a report whose decision was taken back says so', async () => {
  stub.answers['GET /account/reports'] = () => [
    200,
    {
      reports: [
        {
          id: 'report-1',
          kind: 'photo',
          reason: 'spam',
          createdAt: '2026-11-02T10:00:00.000Z',
          state: 'reconsidered',
          closedAt: '2026-11-03T10:00:00.000Z',
        },
      ],
    },
  ]
  render(<DecisionsScreen />)
  await screen.findByText(/^Réexaminé.: la mesure a été levée$/)
})

test('the keyboard of an answered request goes to the next one, then to the section', async () => {
  let waiting = ['request-1', 'request-2']
  const one = (id: string) => ({ id, words: `De ${id}.`, askedAt: '2026-11-01T10:00:00.000Z' })
  stub.answers['GET /account/vouches'] = () => [200, { requests: waiting.map(one) }]
  for (const id of waiting)
    stub.answers[`POST /account/vouches/${id}`] = () => {
      waiting = waiting.filter((other) => other !== id)
      return [200, { success: true }]
    }
  render(<VouchesScreen />)
  await screen.findByText('De request-1.')
  const press = async (): Promise<void> => {
    const [button] = screen.getAllByRole('button', { name: 'Je ne sais pas qui c’est' })
    button?.focus()
    fireEvent.click(button as HTMLElement)
    // a disabled button throws the keyboard back to the page
    expect((button as HTMLButtonElement).disabled).toBe(false)
    await waitFor(() => expect(button?.isConnected).toBe(false))
  }
  await press()
  await waitFor(() =>
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: 'Je ne sais pas qui c’est' }),
    ),
  )
  await press()
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Demandes' })),
  )
})
