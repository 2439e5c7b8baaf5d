// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '../../../../src/data/session/session'
import { Invite } from '../../../../src/features/events/invite/invite'
import { fresh, friend, hostedEvent, serve, taker, type Sent } from '../../../support/world/events'

beforeEach(() => {
  Object.assign(session, {
    phase: 'signed-in',
    accountId: fresh('own'),
    account: { account_handle: 'moi_meme' },
    mode: 'single',
    identityIds: [],
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const open = async (patch: Parameters<typeof hostedEvent>[0] = {}): Promise<Sent[]> => {
  const event = hostedEvent(patch)
  const clara = friend('deja_la')
  const asked = serve({
    [`GET /events/${event.id}/participants`]: () => ({
      participants: [taker('deja_la', { account_id: clara.with_account_id, status: 'invited' })],
    }),
    [`GET /events/${event.id}/relations`]: () => ({ relations: [clara] }),
  })
  render(<Invite event={event} onClose={() => undefined} />)
  await screen.findByText('Déjà invité')
  return asked
}

test('SOC-164 SOC-166 SOC-167: beside the field it says what is wrong with a handle, and no invitation leaves', async () => {
  const asked = await open()
  const field = screen.getByLabelText('Pseudo')
  const short = 'Le pseudo doit contenir au moins 4 caractères alphanumériques'
  for (const [typed, text] of [
    ['abc', short],
    ['ab-cd', short],
    ['moi_meme', 'Vous ne pouvez pas vous inviter vous‑même'],
    ['deja_la', 'Déjà invité'],
  ] as const) {
    fireEvent.change(field, { target: { value: typed } })
    expect(field.getAttribute('aria-invalid')).not.toBe('true')
    fireEvent.click(screen.getByRole('button', { name: 'Inviter' }))
    expect(within(field.closest('form') as HTMLElement).getByText(text)).toBeTruthy()
    expect(field.getAttribute('aria-invalid')).toBe('true')
  }
  expect(asked.filter((sent) => !sent.line.startsWith('GET'))).toEqual([])
})

test('SOC-133: the dialog says why nobody can be invited', async () => {
  const texts = [
    'Événement terminé',
    'Capacité maximale atteinte (4)',
    'Événement non publié – publiez-le pour pouvoir inviter',
  ]
  for (const [patch, shown] of [
    [{ is_ended: true }, [true, false, false]],
    [{ participant_count: 4, max_participants: 4 }, [false, true, false]],
    [{ status: 'draft' }, [false, false, true]],
    [{}, [false, false, false]],
  ] as const) {
    await open(patch)
    expect(texts.map((text) => screen.queryByText(text) !== null)).toEqual(shown)
    cleanup()
  }
})
