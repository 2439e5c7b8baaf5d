// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DeskScreen } from '../../../../src/features/desk/screen'
import { loadQueue } from '../../../../src/features/desk/state/queue'
import { caseDetail } from './desk-world'
import { setUp, stub, line, change, open, press, sent, DECIDE } from './deciding-setup'

setUp()

const refuse = (status: number, code: string): [number, unknown] => [
  status,
  { code, error: 'Refusé.' },
]

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
