// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { storage } from '../../../../src/data/device/storage'
import { Admission } from '../../../../src/features/session/admission'

afterEach(() => {
  cleanup()
  storage.remove('application')
  vi.unstubAllGlobals()
})

test('a presentation that was sent makes way at once: it cannot be sent a second time', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    if (path.endsWith('/application'))
      return Promise.resolve(Response.json({ ok: true }, { status: 201 }))
    // the state afterwards is slow
    if (asked.length > 1) return new Promise(() => undefined)
    return Promise.resolve(Response.json({ state: 'approval', answer: null }))
  })
  render(<Admission>entrée</Admission>)
  fireEvent.change(await screen.findByLabelText('Votre présentation'), {
    target: { value: 'Nous sommes deux, curieux et discrets.' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer ma demande' }))
  await screen.findByRole('heading', { name: 'Votre demande est partie' })
  expect(screen.queryByRole('button', { name: 'Envoyer ma demande' })).toBeNull()
})
