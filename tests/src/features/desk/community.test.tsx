// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { mutate } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CommunitySettings } from '#contract/staff/community'
import { forgetCached } from '../../../../src/data/session/state'
import { toasts } from '../../../../src/data/state/toasts'
import { CommunitySettingsPage } from '../../../../src/features/desk/community/settings-page'
import { AuditPage } from '../../../../src/features/desk/pages/desk-audit'
import { stubFetch, type Stub } from './desk-world'

let stub: Stub
beforeEach(() => {
  stub = stubFetch()
})
afterEach(() => {
  cleanup()
  forgetCached()
  toasts.splice(0)
  vi.unstubAllGlobals()
})

let settings: CommunitySettings
/** The settings of a server that saves what it is sent. */
const serveSettings = (): void => {
  settings = {
    name: 'Connivence',
    registration: 'open',
    newMembersPerDay: 0,
    invitationsPerMonth: 5,
    signalNewConversations: 20,
    signalSameMessage: 10,
    signalBlocks: 5,
    signalRefusals: 5,
    unusedDays: 730,
    closedDays: 180,
    alertAddresses: ['astreinte@test.invalid', 'nuit@test.invalid'],
  }
  stub.answers['GET /staff/settings'] = () => [200, { settings }]
  stub.answers['PUT /staff/settings'] = (body) => {
    settings = { ...settings, ...(body as Partial<CommunitySettings>) }
    return [200, { settings }]
  }
}
const saved = (): unknown[] =>
  stub.asked.filter(([key]) => key === 'PUT /staff/settings').map(([, body]) => body)

test('settings that were saved are those that the page shows again', async () => {
  serveSettings()
  render(<CommunitySettingsPage />)
  fireEvent.click(await screen.findByLabelText('Fermées'))
  const save = screen.getByRole('button', { name: 'Enregistrer' })
  save.focus()
  fireEvent.click(save)
  await waitFor(() => expect(toasts.map((t) => t.text)).toEqual(['Réglages enregistrés.']))
  expect(document.activeElement).toBe(save)
  cleanup()
  // what a page shows before the server has replied
  stub.answers['GET /staff/settings'] = () => [500, {}]
  render(<CommunitySettingsPage />)
  expect(screen.getByLabelText<HTMLInputElement>('Fermées').checked).toBe(true)
})

test('other settings that arrive while one types change neither what was typed nor what is saved', async () => {
  serveSettings()
  render(<CommunitySettingsPage />)
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
  const name = 'Nom de la communauté'
  await screen.findByLabelText(name)
  fireEvent.change(field(name), { target: { value: 'Entre nous' } })
  settings = { ...settings, registration: 'closed', signalBlocks: 7 }
  await act(() => mutate(() => true))
  await waitFor(() => expect(field('Fermées').checked).toBe(true))
  expect(field(name).value).toBe('Entre nous')
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() => expect(toasts).toHaveLength(1))
  // another operator changes the one that was just saved
  settings = { ...settings, name: 'Entre elles' }
  await act(() => mutate(() => true))
  await waitFor(() => expect(field(name).value).toBe('Entre elles'))
  fireEvent.click(field('Ouvertes'))
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() => expect(saved()).toEqual([{ name: 'Entre nous' }, { registration: 'open' }]))
})

const entry = (seq: number) => ({
  seq,
  at: '2026-11-01T10:00:00.000Z',
  who: 'Camille',
  act: `acte ${seq}`,
  targetKind: null,
  targetId: null,
  detail: {},
})
let newest: number
/** A journal of `newest` entries, two on each page. */
const serveJournal = (): void => {
  newest = 3
  stub.answers['GET /staff/audit'] = (_, url) => {
    const before = Number(url.searchParams.get('before') ?? newest + 1)
    const entries = [before - 1, before - 2].filter((seq) => seq > 0).map(entry)
    return [200, { entries, next: before - 2 > 1 ? before - 2 : null }]
  }
}
const shown = (): (string | null)[] => screen.getAllByText(/^acte/).map((one) => one.textContent)

test('no entry of the journal is left out between a newer first page and what followed the one before', async () => {
  serveJournal()
  render(<AuditPage />)
  fireEvent.click(await screen.findByRole('button', { name: 'Afficher plus' }))
  await waitFor(() => expect(shown()).toEqual(['acte 3', 'acte 2', 'acte 1']))
  newest = 5
  await act(() => mutate(() => true))
  await waitFor(() => expect(shown()).toEqual(['acte 5', 'acte 4']))
  for (const count of [4, 5]) {
    fireEvent.click(await screen.findByRole('button', { name: 'Afficher plus' }))
    await waitFor(() => expect(shown()).toHaveLength(count))
  }
  expect(shown()).toEqual([5, 4, 3, 2, 1].map((seq) => `acte ${seq}`))
})

test('older entries that arrive after a newer first page do not follow it', async () => {
  serveJournal()
  const { fetch } = globalThis
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const reply = await fetch(path, init)
    if (path.includes('before=2')) await held
    return reply
  })
  render(<AuditPage />)
  const button = await screen.findByRole('button', { name: 'Afficher plus' })
  fireEvent.click(button)
  newest = 5
  await act(() => mutate(() => true))
  await waitFor(() => expect(shown()).toEqual(['acte 5', 'acte 4']))
  expect(button.getAttribute('aria-busy')).toBe('true')
  release()
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  expect(shown()).toEqual(['acte 5', 'acte 4'])
  fireEvent.click(button)
  await waitFor(() => expect(shown()).toEqual([5, 4, 3, 2].map((seq) => `acte ${seq}`)))
})
