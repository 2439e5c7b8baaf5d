// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetCached } from '../../../../src/data/session/state'
import { CaseView } from '../../../../src/features/desk/case/case-view'
import { caseDetail, caseLine, rules, stubFetch } from './desk-world'

afterEach(() => {
  cleanup()
  forgetCached()
  vi.unstubAllGlobals()
})

test.each([
  ['Camille', null, /· Camille$/],
  ['Camille', 'Sacha', /· Camille et Sacha$/],
  [null, null, /à \d/],
])(
  'a closed verification says how it was answered, and by whom: %s, %s',
  async (by, second, words) => {
    const line = caseLine(1, {
      kind: 'verification',
      subjectKind: 'verification',
      state: 'decided',
      outcome: { measure: 'verify', undone: false },
    })
    const { answers } = stubFetch()
    const answered = { measure: 'verify', at: '2026-11-20T10:00:00.000Z', by, second } as const
    answers['GET /rules'] = () => [200, { version: 1, rules }]
    answers[`GET /staff/cases/${line.id}`] = () => [
      200,
      { case: caseDetail(line, { decisions: [], answered }) },
    ]
    render(<CaseView id={line.id} onBack={() => undefined} />)
    const said = await screen.findByRole('region', { name: 'Décision prise' })
    expect(said.textContent).toMatch(/^Membre vérifié/)
    expect(said.textContent).toMatch(words)
    expect(said.textContent).not.toMatch(/null|·\s*$/)
  },
)

test.each([
  [0, 0, /· aucun signalement reçu · /],
  [2, 1, /· 2 signalements reçus, dont 1 fondé · /],
])('an account with %i reports says so in a sentence', async (reports, founded, words) => {
  const line = caseLine(1)
  const whole = caseDetail(line)
  const { answers } = stubFetch()
  answers['GET /rules'] = () => [200, { version: 1, rules }]
  answers[`GET /staff/cases/${line.id}`] = () => [
    200,
    { case: { ...whole, account: whole.account && { ...whole.account, reports, founded } } },
  ]
  render(<CaseView id={line.id} onBack={() => undefined} />)
  const said = await screen.findByRole('region', { name: 'Compte' })
  expect(said.textContent?.replaceAll('\u00a0', ' ')).toMatch(words)
})
