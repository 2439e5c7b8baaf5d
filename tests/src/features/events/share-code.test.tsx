// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import decodeQR from 'qr/decode.js'
import { afterEach, expect, test, vi } from 'vitest'
import { toasts } from '../../../../src/data/state/toasts'
import { ShareCard } from '../../../../src/features/events/event/aside/share-card'
import { CodeDialog } from '../../../../src/features/events/list/code-dialog'
import { guestEvent, Refusal, serve } from '../../../support/world/events'
import { eventually } from '../../../support/eventually'

afterEach(() => {
  cleanup()
  toasts.splice(0)
  vi.unstubAllGlobals()
})
/** What a camera reads: the modules of the picture, 8 px each. */
const readQr = (svg: SVGElement): string => {
  const size = Number(svg.getAttribute('viewBox')?.split(' ')[2])
  const side = size * 8
  const data = new Uint8Array(side * side * 4).fill(255)
  const path = svg.querySelector('path')?.getAttribute('d') ?? ''
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h/g))
    for (let dy = 0; dy < 8; dy += 1)
      for (let dx = 0; dx < 8; dx += 1)
        data.fill(
          0,
          ((Number(y) * 8 + dy) * side + Number(x) * 8 + dx) * 4,
          ((Number(y) * 8 + dy) * side + Number(x) * 8 + dx) * 4 + 3,
        )
  return decodeQR({ width: side, height: side, data })
}

test('SOC-122: a sortie is shared by its code, by the link that opens it, and by a QR code of its id', async () => {
  const written: string[] = []
  vi.stubGlobal('navigator', {
    clipboard: { writeText: async (text: string) => void written.push(text) },
  })
  const event = guestEvent({ slug: 'bal-2026-k7f3' })
  render(<ShareCard event={event} />)
  for (const name of ['Copier le code bal-2026-k7f3', 'Copier le lien'])
    fireEvent.click(screen.getByRole('button', { name }))
  await eventually(() => expect(toasts.map((t) => t.text)).toEqual(['Code copié', 'Lien copié']))
  expect(written).toEqual(['bal-2026-k7f3', `${location.origin}/events/bal-2026-k7f3`])
  fireEvent.click(screen.getByRole('button', { name: 'Afficher le QR code' }))
  const svg = await screen.findByRole('img', { name: `QR code de la sortie ${event.title}` })
  expect(readQr(svg as unknown as SVGElement)).toBe(event.id)
})

test('a code that opens nothing is said to be one, not a content', async () => {
  serve({
    'POST /events/join-by-slug': () =>
      new Refusal(404, 'Ce contenu n’existe pas ou n’est plus accessible.'),
  })
  render(<CodeDialog onClose={() => undefined} onFound={() => undefined} />)
  fireEvent.change(screen.getByLabelText('Code'), { target: { value: 'lampions' } })
  fireEvent.click(screen.getByRole('button', { name: 'Ouvrir la sortie' }))
  await screen.findByText('Ce code n’ouvre aucune sortie. Vérifiez-le avec qui vous l’a donné.')
})
