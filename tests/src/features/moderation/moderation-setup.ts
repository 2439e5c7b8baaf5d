import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import type { OwnDecision } from '#contract/moderation'
import { storage } from '../../../../src/data/device/storage'
import { emptySession, forgetCached, session } from '../../../../src/data/session/state'
import { stubFetch, type Stub } from '../desk/desk-world'

export const decision = (more: Partial<OwnDecision> = {}): OwnDecision => ({
  id: 'decision-1',
  measure: 'warn',
  scopes: [],
  identity: null,
  subjectKind: 'message',
  rule: { key: 'respect', title: 'Le respect', text: 'Pas d’insultes.' },
  facts: 'Des mots qui blessent.',
  about: { text: 'Réponds-moi.', at: '2026-10-30T10:00:00.000Z' },
  origin: 'report',
  madeAt: '2026-11-01T10:00:00.000Z',
  until: null,
  undoneAt: null,
  appealUntil: '2027-05-01T10:00:00.000Z',
  appeal: null,
  ...more,
})

export let stub: Stub

/** A member with one report and one decision. */
export const setUp = (): void => {
  beforeEach(() => {
    stub = stubFetch()
    stub.answers['GET /account/reports'] = () => [
      200,
      {
        reports: [
          {
            id: 'report-1',
            kind: 'photo',
            reason: 'spam',
            createdAt: '2026-11-02T10:00:00.000Z',
            state: 'measure',
            closedAt: '2026-11-03T10:00:00.000Z',
          },
        ],
      },
    ]
    stub.answers['GET /account/decisions'] = () => [200, { decisions: [decision()] }]
  })
  afterEach(() => {
    cleanup()
    forgetCached()
    Object.assign(session, emptySession())
    storage.remove('appeal_draft:decision-1')
    history.replaceState(null, '', '/')
    vi.unstubAllGlobals()
  })
}

export const type = (label: string | RegExp, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } })
export const submit = (name: string): void =>
  void fireEvent.submit(screen.getByRole('form', { name }))
