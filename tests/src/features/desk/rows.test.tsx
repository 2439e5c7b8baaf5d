// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { CaseLine } from '#contract/staff/cases'
import { natureOf } from '../../../../src/features/desk/labels'
import { Row } from '../../../../src/features/desk/queue/row'
import { caseLine } from './desk-world'

afterEach(cleanup)
const comment: Partial<CaseLine> = {
  kind: 'comment',
  subjectKind: 'comment',
  reasons: [],
  reports: 0,
}

test.each<[Partial<CaseLine>, string]>([
  [{ subjectKind: 'profile' }, 'Profil · Signalement'],
  [{ kind: 'signal', subjectKind: 'profile' }, 'Profil · Alerte du serveur'],
  [{ kind: 'appeal', subjectKind: 'decision' }, 'Contestation'],
  [{ kind: 'newcomer', subjectKind: 'application' }, 'Nouvelle inscription'],
  [{ kind: 'verification', subjectKind: 'verification' }, 'Photo de vérification'],
  [comment, 'Commentaire'],
])('the head of a case says once what it is about: %j', (more, words) => {
  expect(natureOf(caseLine(1, more))).toBe(words)
})

test('a row says once that it is a comment, and then what it was put under', () => {
  render(<Row line={caseLine(1, comment)} active={false} />)
  expect(screen.getByRole('link').textContent.match(/Commentaire/g)).toHaveLength(1)
  cleanup()
  render(<Row line={caseLine(1, { ...comment, tag: 'idea' })} active={false} />)
  expect(screen.getByText('Idée')).toBeTruthy()
  cleanup()
  render(<Row line={caseLine(1)} active={false} />)
  expect(screen.getByText('Message · 1 signalement')).toBeTruthy()
})

test('a photo that somebody says to be on shows by when to answer, until it is answered', () => {
  const claim: Partial<CaseLine> = { subjectKind: 'photo', reasons: ['pictured'] }
  const words = (more: Partial<CaseLine>) => {
    cleanup()
    render(<Row line={caseLine(1, { ...claim, ...more })} active={false} />)
    return screen.getByRole('link').textContent
  }
  const now = new Date().toISOString()
  expect(words({ openedAt: now })).toMatch(/Photo masquée.: répondre avant le/)
  expect(words({})).toMatch(/Photo masquée.: réponse en retard/)
  expect(words({ openedAt: now, closedAt: now, state: 'decided' })).not.toContain('masquée')
})
