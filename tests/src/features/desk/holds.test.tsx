// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CaseDetail } from '#contract/staff/cases'
import { forgetCached, session } from '../../../../src/data/session/state'
import { DeskScreen } from '../../../../src/features/desk/screen'
import { caseDetail, caseLine, me, rules, stubFetch, type Stub } from './desk-world'

const line = caseLine(1, { state: 'decided', keptUntil: '2026-12-12T10:00:00.000Z' })
const PATH = `/staff/cases/${line.id}`
let stub: Stub
beforeEach(() => {
  session.accountId = 'account-9'
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.includes('width >= 768px'),
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  stub = stubFetch()
  stub.answers['GET /rules'] = () => [200, { version: 1, rules }]
  stub.answers['GET /staff/cases'] = () => [200, { cases: [], nextCursor: null, open: 0 }]
})
afterEach(() => {
  cleanup()
  forgetCached()
  vi.unstubAllGlobals()
})

const show = async (role: 'moderator' | 'operator', more: Partial<CaseDetail>): Promise<void> => {
  stub.answers['GET /staff/me'] = () => [200, { ...me, role }]
  stub.answers[`GET ${PATH}`] = () => [200, { case: caseDetail(line, more) }]
  history.replaceState(null, '', `/desk/cases/${line.id}`)
  render(<DeskScreen missing={<p>Page introuvable</p>} />)
  await screen.findByRole('region', { name: 'Compte' })
}
const sent = (key: string): unknown[] =>
  stub.asked.filter(([one]) => one === key).map(([, body]) => body)
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }))
const QUESTION = { name: 'Garder encore les copies' }
const hold = { until: '2026-12-12T10:00:00.000Z', isAsked: true, isLetEnd: false }

test('an operator is asked on the case whether its copies are kept on: yes with a reason, or no', async () => {
  await show('operator', { hold })
  expect(screen.getByRole('region', QUESTION).textContent).toContain('12 décembre')
  press('Garder encore 90\u00a0jours')
  await screen.findByText('Écrivez pourquoi en quelques mots.')
  expect(sent(`POST ${PATH}/keep`)).toEqual([])
  stub.answers[`POST ${PATH}/keep`] = () => [200, { until: '2027-03-01T10:00:00.000Z' }]
  fireEvent.change(screen.getByLabelText('Qui les attend encore'), {
    target: { value: 'Le parquet' },
  })
  press('Garder encore 90\u00a0jours')
  await waitFor(() => expect(sent(`POST ${PATH}/keep`)).toEqual([{ reason: 'Le parquet' }]))
  stub.answers[`POST ${PATH}/keep/end`] = () => {
    stub.answers[`GET ${PATH}`] = () => [
      200,
      { case: caseDetail(line, { hold: { ...hold, isAsked: false, isLetEnd: true } }) },
    ]
    return [200, { ok: true }]
  }
  press('Laisser finir')
  await waitFor(() => expect(screen.queryByRole('region', QUESTION)).toBeNull())
})

test('a moderator is not asked, and lifts no freeze', async () => {
  await show('moderator', { hold, frozenUntil: '2026-12-03T10:00:00.000Z' })
  expect(screen.queryByRole('region', QUESTION)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Lever le gel' })).toBeNull()
})

test('an operator lifts the freeze of a decided case, with a reason', async () => {
  await show('operator', { frozenUntil: '2026-12-03T10:00:00.000Z' })
  expect(screen.queryByRole('button', { name: /geler/, hidden: true })).toBeNull()
  const lift = () => screen.getByRole('button', { name: 'Lever le gel', hidden: true })
  expect(lift()).toHaveProperty('disabled', true)
  fireEvent.change(screen.getByLabelText('Qui le demande, et pourquoi'), {
    target: { value: 'Vérifié, rien de tel' },
  })
  stub.answers[`POST ${PATH}/emergency/end`] = () => [200, { ok: true }]
  fireEvent.click(lift())
  await waitFor(() =>
    expect(sent(`POST ${PATH}/emergency/end`)).toEqual([{ reason: 'Vérifié, rien de tel' }]),
  )
})

test('two presses on a button for an authority are one request', async () => {
  await show('operator', { frozenUntil: '2026-12-03T10:00:00.000Z' })
  fireEvent.change(screen.getByLabelText('Qui le demande, et pourquoi'), {
    target: { value: 'Le parquet' },
  })
  stub.answers[`POST ${PATH}/emergency/end`] = () => [503, { error: 'Plus tard.' }]
  stub.answers[`POST ${PATH}/export`] = () => [503, { error: 'Plus tard.' }]
  const all = ['Télécharger le dossier', 'Lever le gel'].map((name) =>
    screen.getByRole('button', { name, hidden: true }),
  )
  for (const button of all) {
    fireEvent.click(button)
    fireEvent.click(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
    for (const other of all) if (other !== button) expect(other).toHaveProperty('disabled', true)
    await screen.findByText('Plus tard.')
    await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'))
  }
  const posted = stub.asked.filter(([key]) => key.startsWith('POST')).map(([key]) => key)
  expect(posted).toEqual([`POST ${PATH}/export`, `POST ${PATH}/emergency/end`])
})

test('one press says what a comment is about, a second one takes it back', async () => {
  const comment = caseLine(2, { kind: 'comment', subjectKind: 'comment', reasons: [], reports: 0 })
  const path = `/staff/cases/${comment.id}`
  stub.answers['GET /staff/me'] = () => [200, me]
  stub.answers[`GET ${path}`] = () => [200, { case: caseDetail(comment, { reports: [] }) }]
  stub.answers[`POST ${path}/tag`] = (body) => [
    200,
    { line: { ...comment, ...(body as object), version: 2 } },
  ]
  history.replaceState(null, '', `/desk/cases/${comment.id}`)
  render(<DeskScreen missing={<p>Page introuvable</p>} />)
  await screen.findByRole('group', { name: 'Ranger ce commentaire' })
  press('Idée')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Idée' }).getAttribute('aria-pressed')).toBe('true'),
  )
  press('Idée')
  await waitFor(() => expect(sent(`POST ${path}/tag`)).toEqual([{ tag: 'idea' }, { tag: null }]))
})
