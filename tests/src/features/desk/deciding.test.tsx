// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CaseLine } from '#contract/staff/cases'
import { forgetCached, session } from '../../../../src/data/session/state'
import { DeskScreen } from '../../../../src/features/desk/screen'
import { loadQueue } from '../../../../src/features/desk/state/queue'
import { caseDecision, caseDetail, caseLine, me, rules, stubFetch, type Stub } from './desk-world'

let stub: Stub
let lines: CaseLine[]
const line = (id: string): CaseLine => lines.find((one) => one.id === id) as CaseLine
const change = (id: string, patch: Partial<CaseLine>): CaseLine => {
  lines = lines.map((one) => (one.id === id ? { ...one, ...patch, version: one.version + 1 } : one))
  return line(id)
}
const refuse = (status: number, code: string): [number, unknown] => [
  status,
  { code, error: 'Refusé.' },
]

beforeEach(() => {
  // with an account, as most staff have
  session.accountId = 'account-9'
  // the width of a computer: queue and case side by side
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.includes('width >= 768px'),
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  stub = stubFetch()
  lines = [
    caseLine(1),
    caseLine(2),
    caseLine(3, { claim: { by: 'Sacha', mine: false, until: '' } }),
  ]
  stub.answers['GET /staff/me'] = () => [200, me]
  stub.answers['GET /rules'] = () => [200, { version: 1, rules }]
  stub.answers['GET /staff/cases'] = () => {
    const open = lines.filter((one) => one.state !== 'decided')
    return [200, { cases: open, nextCursor: null, open: open.length }]
  }
  for (const { id } of lines) {
    stub.answers[`GET /staff/cases/${id}`] = () => [200, { case: caseDetail(line(id)) }]
    stub.answers[`POST /staff/cases/${id}/claim`] = () => [
      200,
      { line: change(id, { claim: { by: 'Camille', mine: true, until: '' } }) },
    ]
    stub.answers[`POST /staff/cases/${id}/release`] = () => [
      200,
      { line: change(id, { claim: null }) },
    ]
    stub.answers[`POST /staff/cases/${id}/decide`] = () => [
      200,
      { line: change(id, { state: 'decided', claim: null }), waiting: false },
    ]
  }
  history.replaceState(null, '', '/desk')
})
afterEach(() => {
  cleanup()
  forgetCached()
  vi.unstubAllGlobals()
})

const open = async (path = '/desk'): Promise<void> => {
  history.replaceState(null, '', path)
  render(<DeskScreen missing={<p>Page introuvable</p>} />)
  await screen.findByRole('heading', { name: /Dossiers ouverts/ })
}
const press = (key: string, more: object = {}): void =>
  void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
const sent = (key: string): unknown[] =>
  stub.asked.filter(([one]) => one === key).map(([, body]) => body)
const DECIDE = 'POST /staff/cases/case-00001/decide'

test('whoever is not staff gets the usual page, and nothing is asked but who they are', async () => {
  stub.answers['GET /staff/me'] = () => refuse(404, 'not_found')
  render(<DeskScreen missing={<p>Page introuvable</p>} />)
  await screen.findByText('Page introuvable')
  expect(stub.asked.map(([key]) => key)).toEqual(['GET /staff/me'])
})

test('four keys from the queue to a decision: the case is claimed, the defaults are there, the next one opens', async () => {
  await open()
  await screen.findByRole('link', { name: /membre_1/ })
  press('j')
  expect(document.activeElement?.getAttribute('href')).toBe('/desk/cases/case-00001')
  fireEvent.click(document.activeElement as HTMLElement)
  await screen.findByRole('button', { name: /Avertir/ })
  press('4')
  const decide = await screen.findByRole('button', { name: 'Décider' })
  await waitFor(() => expect(document.activeElement).toBe(decide))
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLSelectElement>('Règle concernée').value).toBe('respect'),
  )
  fireEvent.click(decide)
  await waitFor(() => expect(location.pathname).toBe('/desk/cases/case-00002'))
  expect(sent(DECIDE)).toEqual([
    {
      version: 2,
      measure: 'warn',
      rule: 'respect',
      facts: expect.stringMatching(/^L’équipe a examiné un de vos messages\. /),
    },
  ])
  expect(document.querySelector('[data-case="case-00001"]')).toBeNull()
})

test.each([
  ['1', { measure: 'dismiss', facts: '' }],
  ['3', { measure: 'remove', rule: 'respect' }],
  ['5', { measure: 'restrict', rule: 'respect', days: 7, scopes: ['conversations'] }],
  ['6', { measure: 'suspend', rule: 'respect', days: 7 }],
])('key %s, then Ctrl+Enter, decides with the defaults', async (key, body) => {
  await open('/desk/cases/case-00001')
  await screen.findByRole('button', { name: /Avertir/ })
  press(key)
  if (key !== '1')
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLSelectElement>('Règle concernée').value).toBe('respect'),
    )
  press('Enter', { ctrlKey: true })
  await waitFor(() => expect(sent(DECIDE)).toEqual([expect.objectContaining(body)]))
})

test('what was typed survives a change by somebody else: the case is loaded again and says so', async () => {
  stub.answers[DECIDE] = () => {
    change('case-00001', { reports: 2 })
    return refuse(409, 'case_changed')
  }
  await open('/desk/cases/case-00001')
  fireEvent.click(await screen.findByRole('button', { name: /Avertir/ }))
  const facts = await screen.findByLabelText('Ce que le membre lira')
  fireEvent.change(facts, { target: { value: 'Mes mots.' } })
  press('Enter', { ctrlKey: true })
  await screen.findByText(/Ce dossier a changé entre-temps/)
  await waitFor(() => expect(sent('GET /staff/cases/case-00001').length).toBeGreaterThan(1))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Ce que le membre lira').value).toBe(
    'Mes mots.',
  )
  // the second try takes the version that was read again
  stub.answers[DECIDE] = () => [
    200,
    { line: change('case-00001', { state: 'decided' }), waiting: false },
  ]
  press('Enter', { ctrlKey: true })
  await waitFor(() => expect(location.pathname).toBe('/desk/cases/case-00002'))
  const [first, second] = sent(DECIDE) as { version: number; facts: string }[]
  expect(second).toMatchObject({ facts: 'Mes mots.' })
  expect(second?.version).toBeGreaterThan(first?.version ?? 0)
})

test('a report that comes in while a case is open is shown and said before a decision can pass over it', async () => {
  await open('/desk/cases/case-00001')
  await screen.findByText('1\u00a0signalement', { normalizer: (text) => text })
  stub.answers['GET /staff/cases/case-00001'] = () => {
    const detail = caseDetail(line('case-00001'))
    const more = { ...detail.reports[0], id: 'report-2', comment: 'Moi aussi.' }
    return [200, { case: { ...detail, reports: [...detail.reports, more] } }]
  }
  change('case-00001', { reports: 2 })
  await act(loadQueue)
  await screen.findByText('Moi aussi.')
  screen.getByText(/Un nouveau signalement vient de rejoindre ce dossier/)
})

test('a report that came in just before the claim is read before a decision passes over it', async () => {
  await open('/desk/cases/case-00001')
  await screen.findByRole('button', { name: /Avertir/ })
  change('case-00001', { reports: 2 })
  press('3')
  press('Enter', { ctrlKey: true })
  await screen.findByText(/Ce dossier a changé entre-temps/)
  await waitFor(() => expect(sent('GET /staff/cases/case-00001')).toHaveLength(2))
  expect(sent(DECIDE)).toEqual([])
  press('Enter', { ctrlKey: true })
  await waitFor(() => expect(sent(DECIDE)).toEqual([expect.objectContaining({ version: 3 })]))
})

test('a desk that locks itself hides the case behind the code, and gives it back with what was typed', async () => {
  await open('/desk/cases/case-00001')
  fireEvent.click(await screen.findByRole('button', { name: /Avertir/ }))
  fireEvent.change(await screen.findByLabelText('Ce que le membre lira'), {
    target: { value: 'Mes mots.' },
  })
  stub.answers[DECIDE] = () => refuse(403, 'staff_locked')
  press('Enter', { ctrlKey: true })
  await screen.findByRole('button', { name: 'Recevoir un code' })
  expect(screen.queryByRole('button', { name: 'Décider' })).toBeNull()
  stub.answers['POST /staff/unlock/start'] = () => [200, { method: 'mail' }]
  stub.answers['POST /staff/unlock'] = () => refuse(403, 'staff_code')
  fireEvent.submit(screen.getByRole('form', { name: 'Ouvrir le bureau' }))
  const code = await screen.findByLabelText('Code à six chiffres')
  expect(code.getAttribute('autocomplete')).toBe('one-time-code')
  fireEvent.change(code, { target: { value: '123456' } })
  fireEvent.submit(screen.getByRole('form', { name: 'Ouvrir le bureau' }))
  await screen.findByText('Refusé.')
  stub.answers['POST /staff/unlock'] = () => [200, { success: true }]
  fireEvent.submit(screen.getByRole('form', { name: 'Ouvrir le bureau' }))
  await screen.findByRole('button', { name: 'Décider' })
  expect(screen.getByLabelText<HTMLTextAreaElement>('Ce que le membre lira').value).toBe(
    'Mes mots.',
  )
})

test('«Verrouiller» leaves nothing of the cases in the page', async () => {
  await open('/desk/cases/case-00001')
  await screen.findByText('Il insiste depuis trois jours.')
  stub.answers['POST /staff/lock'] = () => [200, { success: true }]
  fireEvent.click(screen.getByRole('button', { name: 'Verrouiller' }))
  await screen.findByRole('heading', { name: 'Bureau verrouillé' })
  expect(document.body.textContent).not.toContain('insiste')
})

test('an exclusion asks once more, then waits for a second person', async () => {
  stub.answers[DECIDE] = () => [
    200,
    { line: change('case-00001', { state: 'waiting_second', claim: null }), waiting: true },
  ]
  await open('/desk/cases/case-00001')
  fireEvent.click(await screen.findByRole('button', { name: /Exclure/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Décider' }))
  const question = await screen.findByRole('alertdialog')
  expect(sent(DECIDE)).toEqual([])
  fireEvent.click(within(question).getByRole('button', { name: 'Exclure' }))
  await waitFor(() => expect(location.pathname).toBe('/desk/cases/case-00002'))
  await screen.findByText('Attend une deuxième personne')
})

test('a frozen photo stays blurred until a reason is given, and is blurred again behind the lock', async () => {
  stub.answers['POST /staff/evidence/evidence-1/photos/0/open'] = () => [
    200,
    { url: 'data:image/jpeg;base64,BBBB' },
  ]
  await open('/desk/cases/case-00001')
  screen.getByText('Non merci.')
  expect(screen.getByAltText('Photo 1 sur 1, floutée').getAttribute('src')).toContain('AAAA')
  fireEvent.click(screen.getByRole('button', { name: /Voir la photo/ }))
  const reason = screen.getByLabelText('Pourquoi la regarder')
  fireEvent.change(reason, { target: { value: ' ' } })
  const form = screen.getByRole('form', { name: 'Voir la photo' })
  fireEvent.submit(form)
  await screen.findByText('Dites en quelques mots pourquoi.')
  fireEvent.change(reason, { target: { value: 'Vérifier l’âge' } })
  fireEvent.submit(form)
  expect((await screen.findByAltText('Photo 1 sur 1')).getAttribute('src')).toContain('BBBB')
  expect(sent('POST /staff/evidence/evidence-1/photos/0/open')).toEqual([
    { reason: 'Vérifier l’âge' },
  ])
  stub.answers['POST /staff/cases/case-00001/claim'] = () => refuse(403, 'staff_locked')
  await act(async () => press('c'))
  await screen.findByRole('heading', { name: 'Bureau verrouillé' })
  expect(document.querySelector('img[src*="BBBB"]')).toBeNull()
})

test('keys are left to fields and can be turned off; ? shows them', async () => {
  await open('/desk/cases/case-00001')
  fireEvent.click(await screen.findByRole('button', { name: /Avertir/ }))
  const facts = await screen.findByLabelText('Ce que le membre lira')
  fireEvent.keyDown(facts, { key: '1' })
  expect(screen.getByRole('button', { name: /Avertir/ }).getAttribute('aria-pressed')).toBe('true')
  press('?')
  const help = await screen.findByRole('dialog')
  fireEvent.click(within(help).getByRole('switch'))
  fireEvent.click(within(help).getByRole('button', { name: 'Fermer' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('1')
  expect(screen.getByRole('button', { name: /Avertir/ }).getAttribute('aria-pressed')).toBe('true')
})

test('a guarded photo waits for another person; the request of somebody else is allowed with one tap', async () => {
  const photo = { position: 0, blurred: 'data:image/jpeg;base64,AAAA', guarded: true }
  let asked: { by: string; mine: boolean; reason: string }[] = [
    { by: 'Sacha', mine: false, reason: 'Vérifier l’âge' },
  ]
  stub.answers['GET /staff/cases/case-00001'] = () => {
    const detail = caseDetail(line('case-00001'))
    const [first] = detail.evidence
    return [
      200,
      {
        case: {
          ...detail,
          evidence: [{ ...first, photos: [{ ...photo, asked, allowed: false }] }],
        },
      },
    ]
  }
  stub.answers['POST /staff/evidence/evidence-1/photos/0/open'] = () => {
    asked = [...asked, { by: 'Camille', mine: true, reason: 'Examiner le signalement' }]
    return [200, { url: null }]
  }
  stub.answers['POST /staff/evidence/evidence-1/photos/0/allow'] = () => {
    asked = asked.filter((one) => one.mine)
    return [200, { success: true }]
  }
  await open('/desk/cases/case-00001')
  await screen.findByText('Sacha voudrait la regarder : Vérifier l’âge')
  fireEvent.click(await screen.findByRole('button', { name: 'Accorder' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Accorder' })).toBeNull())
  fireEvent.click(await screen.findByRole('button', { name: /Voir la photo/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Voir' }))
  await screen.findByText('Votre demande attend l’accord d’une autre personne de l’équipe.')
  expect(screen.queryByRole('img', { name: 'Photo 1 sur 1' })).toBeNull()
})

test('who goes on with unfounded reports is warned from the case, after a question', async () => {
  let misuse: 'may_warn' | 'warned' = 'may_warn'
  stub.answers['GET /staff/cases/case-00001'] = () => {
    const detail = caseDetail(line('case-00001'))
    return [200, { case: { ...detail, reports: detail.reports.map((r) => ({ ...r, misuse })) } }]
  }
  stub.answers['POST /staff/reports/report-1/warn'] = () => {
    misuse = 'warned'
    return [200, { success: true }]
  }
  await open('/desk/cases/case-00001')
  fireEvent.click(await screen.findByRole('button', { name: /signalements sans fondement/ }))
  fireEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Avertir' }),
  )
  await screen.findByText('Déjà averti de ses signalements')
  expect(sent('POST /staff/reports/report-1/warn')).toHaveLength(1)
})

test('a couple cannot be verified before both faces are ticked', async () => {
  change('case-00001', { kind: 'verification', subjectKind: 'verification' })
  const persons = [
    { id: 'identity-1', handle: 'nora' },
    { id: 'identity-2', handle: 'samuel' },
  ]
  stub.answers['GET /staff/cases/case-00001'] = () => [
    200,
    { case: caseDetail(line('case-00001'), { persons, measures: ['verify', 'refuse'] }) },
  ]
  await open('/desk/cases/case-00001')
  fireEvent.click(await screen.findByRole('button', { name: /C’est bien cette personne/ }))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'nora' }))
  press('Enter', { ctrlKey: true })
  await screen.findByText(/^Cochez chaque personne reconnue/)
  expect(sent(DECIDE)).toEqual([])
  fireEvent.click(screen.getByRole('checkbox', { name: 'samuel' }))
  press('Enter', { ctrlKey: true })
  await waitFor(() =>
    expect(sent(DECIDE)).toEqual([
      expect.objectContaining({ measure: 'verify', persons: ['identity-1', 'identity-2'] }),
    ]),
  )
})

test('a restriction may be limited to one of a couple; of a single person nothing is asked', async () => {
  const persons = [
    { id: 'identity-1', handle: 'nora' },
    { id: 'identity-2', handle: 'samuel' },
  ]
  stub.answers['GET /staff/cases/case-00001'] = () => [
    200,
    { case: caseDetail(line('case-00001'), { persons }) },
  ]
  await open('/desk/cases/case-00001')
  fireEvent.click(await screen.findByRole('button', { name: /Restreindre/ }))
  const whom = await screen.findByRole('combobox', { name: 'Pour qui' })
  expect([...whom.querySelectorAll('option')].map((one) => one.textContent)).toEqual([
    'Tout le compte',
    'L’identité nora seule',
    'L’identité samuel seule',
  ])
  fireEvent.change(whom, { target: { value: 'identity-2' } })
  screen.getByText(/· samuel · /)
  fireEvent.change(whom, { target: { value: '' } })
  fireEvent.change(whom, { target: { value: 'identity-1' } })
  press('Enter', { ctrlKey: true })
  await waitFor(() =>
    expect(sent(DECIDE)).toEqual([
      expect.objectContaining({ measure: 'restrict', identity: 'identity-1' }),
    ]),
  )
  cleanup()
  await open('/desk/cases/case-00002')
  fireEvent.click(await screen.findByRole('button', { name: /Restreindre/ }))
  await screen.findByText('Actions fermées')
  expect(screen.queryByRole('combobox', { name: 'Pour qui' })).toBeNull()
})

test('who answers an appeal against their own decision reads that the member will be told', async () => {
  const appeal = { text: 'Non.', at: line('case-00001').openedAt, decision: caseDecision() }
  const own = caseDetail(line('case-00001'), { appeal: { ...appeal, own: true } })
  stub.answers['GET /staff/cases/case-00001'] = () => [200, { case: own }]
  await open('/desk/cases/case-00001')
  await screen.findByText(/^Vous avez pris cette décision/)
})
