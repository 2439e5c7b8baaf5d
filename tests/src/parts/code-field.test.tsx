// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { TICKET_PREFIX, TICKET_S } from '#contract/profile/agreement-code'
import { session } from '../../../src/data/session/session'
import { CodePart } from '../../../src/features/settings/code-part'
import { CodeField } from '../../../src/parts/agree/code-field'
import { serve } from '../../support/world/events'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  Object.assign(session, { account: null, activeIdentityId: null })
  vi.unstubAllGlobals()
})

test('a passkey that was used too long ago is asked for again, not called a wrong code', () => {
  vi.useFakeTimers()
  serve({})
  const Form = () => {
    const [value, setValue] = useState(`${TICKET_PREFIX}.abcdefghijklmnopqrstuvwxyz`)
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

test('choosing a code begins at the code, and names the person as the couple does', async () => {
  const person = { identity_id: 'lea', voice: 'weak', has_code: false, passkeys: [] }
  serve({
    'GET /account/agreements': () => ({
      agreements: [],
      persons: [{ ...person, code_ends_at: null }],
      places: [],
      login: { identity_id: null, may_choose: [] },
    }),
  })
  Object.assign(session, {
    activeIdentityId: 'lea',
    account: {
      identities: [
        { id: 'lea', identity_handle: 'lea_h', firstname: 'Léa' },
        { id: 'hugo', identity_handle: 'hugo_l', firstname: 'Hugo' },
      ],
    },
  })
  render(<CodePart />)
  await screen.findByText(/n’accepte une photo à la place de Léa\./)
  fireEvent.click(await screen.findByRole('button', { name: 'Choisir un code' }))
  expect(document.activeElement).toBe(screen.getByLabelText(/^Votre nouveau code/))
})
