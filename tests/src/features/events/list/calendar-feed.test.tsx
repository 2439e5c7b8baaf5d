// @vitest-environment jsdom
import '../../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CalendarFeed } from '../../../../../src/features/events/list/calendar-feed'
import { serve } from '../../../../support/world/events'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('an address is made with the choice of the switch, which waits for it; another choice drops it', async () => {
  let give = (): void => undefined
  const asked = serve({
    'POST /events/calendar-feed': ({ body }) =>
      new Promise((resolve) => {
        const { discreet } = body as { discreet: boolean }
        give = () => resolve({ url: `https://connivence.test/${discreet ? 'discret' : 'complet'}` })
      }),
  })
  render(<CalendarFeed onClose={() => undefined} />)
  const choice = screen.getByRole('switch', { name: 'Agenda discret' })
  const make = async (): Promise<void> => {
    fireEvent.click(screen.getByRole('button', { name: 'Créer l’adresse' }))
    // not while the address is on its way
    fireEvent.click(choice)
    await act(async () => give())
  }
  await make()
  await screen.findByDisplayValue('https://connivence.test/discret')
  fireEvent.click(choice)
  expect(screen.queryByDisplayValue(/connivence/)).toBeNull()
  await make()
  await screen.findByDisplayValue('https://connivence.test/complet')
  expect(asked.map(({ body }) => body)).toEqual([{ discreet: true }, { discreet: false }])
})
