// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ExtendShare } from '../../../../src/features/news/extend-share'
import { Refusal, serve, times } from '../../../support/world/events'
import { toasts } from '../../../../src/data/state/toasts'
import { eventually } from '../../../support/eventually'

afterEach(() => {
  cleanup()
  toasts.splice(0)
  vi.unstubAllGlobals()
})
const ID = '0f0e0d0c-0b0a-4908-8706-050403020100'

test('one press prolongs a share by a week and says until when', async () => {
  const asked = serve({
    [`PATCH /albums/shares/${ID}`]: () => ({ share: { expires_at: '2036-12-05T12:00:00.000Z' } }),
  })
  render(<ExtendShare id={ID} />)
  const button = screen.getByRole('button', { name: 'Prolonger d’une semaine' })
  button.focus()
  fireEvent.click(button)
  expect((await screen.findByRole('status')).textContent).toMatch(/^Prolongé jusqu’au 5 décembre/)
  expect(screen.queryByRole('button')).toBeNull()
  // the pressed button has gone
  expect(document.activeElement).toBe(screen.getByRole('status'))
  const body = asked[0]?.body as { for: string; expires_at: string } | undefined
  expect(body?.for).toBe('week')
  expect(Math.round((Date.parse(body?.expires_at ?? '') - Date.now()) / 86_400_000)).toBe(7)
})

test('a refusal is said, and can be tried again', async () => {
  const asked = serve({ [`PATCH /albums/shares/${ID}`]: () => new Refusal(404, 'Introuvable') })
  render(<ExtendShare id={ID} />)
  const button = screen.getByRole('button', { name: 'Prolonger d’une semaine' })
  fireEvent.click(button)
  await eventually(() => expect(toasts).toHaveLength(1))
  expect(times(asked, `PATCH /albums/shares/${ID}`)).toBe(1)
  expect(screen.getByRole('button', { name: 'Prolonger d’une semaine' })).toBeTruthy()
})
