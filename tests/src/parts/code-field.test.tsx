// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { act, cleanup, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { TICKET, TICKET_S } from '#contract/profile/agreement-code'
import { CodeField } from '../../../src/parts/agree/code-field'
import { serve } from '../../support/world/events'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a passkey that was used too long ago is asked for again, not called a wrong code', () => {
  vi.useFakeTimers()
  serve({})
  const Form = () => {
    const [value, setValue] = useState(`${TICKET}.abcdefghijklmnopqrstuvwxyz`)
    return (
      <>
        <CodeField identity="lea" label="Code de Léa" value={value} onChange={setValue} />
        <output>{value}</output>
      </>
    )
  }
  render(<Form />)
  act(() => void vi.advanceTimersByTime((TICKET_S / 2) * 1000))
  screen.getByText('Clé d’accès vérifiée.')
  act(() => void vi.advanceTimersByTime((TICKET_S / 2) * 1000))
  expect(screen.queryByText('Clé d’accès vérifiée.')).toBeNull()
  expect(screen.getByRole('alert').textContent).toBe('Utilisez de nouveau votre clé d’accès.')
  expect(document.querySelector('output')?.textContent).toBe('')
})
