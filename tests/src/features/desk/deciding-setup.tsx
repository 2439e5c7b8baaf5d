// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import type { CaseLine } from '#contract/staff/cases'
import { forgetCached, session } from '../../../../src/data/session/state'
import { DeskScreen } from '../../../../src/features/desk/screen'
import { caseDetail, caseLine, me, rules, stubFetch, type Stub } from './desk-world'

export let stub: Stub

let lines: CaseLine[]

export const line = (id: string): CaseLine => lines.find((one) => one.id === id) as CaseLine

export const change = (id: string, patch: Partial<CaseLine>): CaseLine => {
  lines = lines.map((one) => (one.id === id ? { ...one, ...patch, version: one.version + 1 } : one))
  return line(id)
}

export const open = async (path = '/desk'): Promise<void> => {
  history.replaceState(null, '', path)
  render(<DeskScreen missing={<p>Page introuvable</p>} />)
  await screen.findByRole('heading', { name: /Dossiers ouverts/ })
}

export const press = (key: string, more: object = {}): void =>
  void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })

export const sent = (key: string): unknown[] =>
  stub.asked.filter(([one]) => one === key).map(([, body]) => body)

export const DECIDE = 'POST /staff/cases/case-00001/decide'

export const setUp = (): void => {
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
}
