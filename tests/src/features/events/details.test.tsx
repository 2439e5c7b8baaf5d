// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Event } from '#contract/events/events'
import { AddressDialog } from '../../../../src/features/events/event/address-dialog'
import { Information } from '../../../../src/features/events/event/information'
import { Aside } from '../../../../src/features/events/event/aside/aside'
import { EventFormScreen } from '../../../../src/features/events/form-screen'
import { MonthView } from '../../../../src/features/events/list/month-view'
import { toasts } from '../../../../src/data/state/toasts'
import { setUp, ITEM, lead, EVENT, MINE, renderDetails } from './details-setup'
import { eventually } from '../../../support/eventually'

setUp()

describe('details', () => {
  test('SOC-079 SOC-080: organizers with their badges; who did not create it may speak to them', async () => {
    renderDetails()
    expect(
      within((await screen.findByText('alice')).closest('li') as HTMLElement).getByText(
        'Organisateur',
      ),
    ).toBeTruthy()
    expect(
      within(screen.getByText('bob_et_zoe').closest('li') as HTMLElement).getByText(
        'Co-organisateur',
      ),
    ).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Parler aux organisateurs' })).toBeTruthy()
    cleanup()
    renderDetails({ ...MINE, is_creator: false })
    expect(await screen.findByRole('button', { name: 'Parler aux organisateurs' })).toBeTruthy()
    cleanup()
    renderDetails(MINE)
    await screen.findByText('alice')
    expect(screen.queryByRole('button', { name: 'Parler aux organisateurs' })).toBeNull()
  })
  test('a confirmed member reads that the address is not shown yet, others who will get it', () => {
    const noteFor = (user_participation_status: Event['user_participation_status']) => {
      const event = {
        ...EVENT,
        user_participation_status,
        private_location: null,
        location: { city: 'Lyon', department_code: '69' },
      } as unknown as Event
      const { container } = render(<Information event={event} onAddress={() => undefined} />)
      const text = container.textContent ?? ''
      cleanup()
      return ['n’est pas encore diffusée', 'donnée aux participants confirmés'].map((t) =>
        text.includes(t),
      )
    }
    expect([noteFor('accepted'), noteFor('invited')]).toEqual([
      [true, false],
      [false, true],
    ])
  })
  test('an event that has ended shows neither its code nor who will get its address', () => {
    const texts = (is_ended: boolean) => {
      const event = {
        ...EVENT,
        is_ended,
        slug: 'bal-2026',
        private_location: null,
        location: { city: 'Lyon', department_code: '69' },
      } as unknown as Event
      const { container } = render(
        <>
          <Information event={event} onAddress={() => undefined} />
          <Aside event={event} />
        </>,
      )
      const text = container.textContent ?? ''
      cleanup()
      return ['bal-2026', 'donnée aux participants confirmés'].map((t) => text.includes(t))
    }
    expect([texts(false), texts(true)]).toEqual([
      [true, true],
      [false, false],
    ])
  })
  test('one woman who organizes is «Organisatrice», with others «Co-organisatrice»; a couple are «Organisateurs»', () => {
    const people = (n: number) =>
      Array.from({ length: n }, (_, i) => ({
        id: `i${i}`,
        gender: 'woman',
        identity_handle: 'x',
        firstname: null,
        avatar_url: null,
        is_primary: i === 0,
      }))
    const leads = [
      { ...lead('nora', true), identities: people(1) },
      { ...lead('ines', false), identities: people(1) },
      { ...lead('zoe_et_lou', true), identities: people(2) },
    ].map((one, i) => ({ ...one, account_id: `a${i}` }))
    leads[2]?.identities.splice(1, 1, { ...people(1)[0]!, id: 'lou', gender: 'man' })
    render(<Aside event={{ ...EVENT, organizers: leads } as unknown as Event} />)
    const words = screen.getAllByText(/^(O|Co-o)rganisat(eurs?|rice)$/).map((e) => e.textContent)
    expect(words).toEqual(['Organisatrice', 'Co-organisatrice', 'Organisateurs'])
  })
  test('SOC-082: without a code its organizers are told how to make one, nobody else', async () => {
    renderDetails({ ...MINE, slug: null })
    await screen.findByText('Ajoutez un identifiant dans la fiche pour générer le code de partage.')
    cleanup()
    const { container } = render(<Aside event={{ ...EVENT, slug: null }} />)
    expect(container.textContent).not.toContain('identifiant')
  })
  test('SOC-081: a click copies the code and says so, or that it could not', async () => {
    const written: string[] = []
    vi.stubGlobal('navigator', {
      clipboard: { writeText: async (t: string) => void written.push(t) },
    })
    renderDetails()
    fireEvent.click(await screen.findByRole('button', { name: 'Copier le code bal-2026' }))
    await eventually(() => expect(toasts.map((t) => t.text)).toEqual(['Code copié']))
    expect(written).toEqual(['bal-2026'])
    vi.stubGlobal('navigator', {
      clipboard: { writeText: () => Promise.reject(new Error('denied')) },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Copier le code bal-2026' }))
    await eventually(() =>
      expect(toasts.map((t) => t.text)).toContain('Impossible de copier le code'),
    )
  })
  test('SOC-083 SOC-085: date, time, place, count with its breakdown, price, payment link; a description or that there is none', () => {
    const text = renderDetails().textContent?.replace(/\u00a0/g, ' ')
    for (const part of [
      'Vendredi 5 décembre 2036',
      '20 h 30 – 3 h',
      'Lieu à confirmer',
      '5 participants sur 20 places',
      '2 couples, 1 femme et 2 hommes',
      'Participation aux frais',
      '20 € par couple',
      'Aucune description fournie',
    ])
      expect(text).toContain(part)
    expect(screen.getByRole('link', { name: 'Payer en ligne' }).getAttribute('href')).toBe(
      'https://exemple.fr/payer',
    )
    cleanup()
    expect(renderDetails({ description: 'Venez masqués' }).textContent).toContain('Venez masqués')
    cleanup()
    renderDetails({ description: 'Le lieu : https://exemple.fr/bal. Venez !' })
    const link = screen.getByRole('link', { name: 'https://exemple.fr/bal' })
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
      'https://exemple.fr/bal',
      'noopener noreferrer nofollow',
    ])
    cleanup()
    renderDetails({ payment_url: 'javascript:alert(1)' })
    expect(screen.queryByRole('link', { name: 'Payer en ligne' })).toBeNull()
  })
  test('SOC-084: an organizer reads the address with «(non diffusée)» until it is told', () => {
    const private_location = {
      address: '3 impasse des Chênes',
      lat: null,
      lng: null,
      is_public: false,
      is_revealed: false,
    }
    expect(renderDetails({ ...MINE, private_location }).textContent).toContain(
      '3 impasse des Chênes (non diffusée)',
    )
    cleanup()
    expect(
      renderDetails({ ...MINE, private_location, reveal_at: '2036-12-05T17:00:00.000Z' })
        .textContent,
    ).toContain('Sera diffusée le 5 décembre 2036 à 18\u00a0h.')
    cleanup()
    expect(
      renderDetails({
        ...MINE,
        address_state: 'revealed',
        private_location: { ...private_location, is_revealed: true },
      }).textContent,
    ).not.toContain('(non diffusée)')
    cleanup()
    // who has opened it stays to be read once the event is cancelled
    renderDetails({ ...MINE, private_location, address_views: 2 })
    expect(screen.getByRole('button', { name: 'Diffuser l’adresse' })).toBeTruthy()
    cleanup()
    renderDetails({ ...MINE, status: 'cancelled', private_location, address_views: 2 })
    expect(screen.queryByRole('button', { name: 'Diffuser l’adresse' })).toBeNull()
    expect(screen.getByRole('button', { name: /Vue par 2/ })).toBeTruthy()
  })
})

test('SOC-134 SOC-135 SOC-137: each state of the address has its text; only Fermer where nothing can be told', () => {
  const private_location = {
    address: '3 impasse des Chênes',
    lat: null,
    lng: null,
    is_public: false,
    is_revealed: false,
  }
  const cases: readonly [Partial<Event>, string, string][] = [
    [
      { status: 'draft', address_state: 'unpublished', private_location },
      'L’événement doit être publié avant de pouvoir diffuser son adresse précise.',
      'Fermer',
    ],
    [
      { address_state: 'missing' },
      'Aucune adresse précise n’a encore été définie pour cet événement. Ajoutez-la dans la fiche avant de la diffuser.',
      'Fermer',
    ],
    [
      { address_state: 'hidden', private_location },
      'Tous les participants confirmés verront le lieu sur la carte, et une actualité sera publiée dans leur fil.',
      'Diffuser l’adresse',
    ],
    [
      { address_state: 'public', private_location: { ...private_location, is_public: true } },
      'Cette adresse est déjà publique. Vous pouvez arrêter sa diffusion pour la masquer immédiatement.',
      'Arrêter la diffusion',
    ],
    [
      { address_state: 'revealed', private_location: { ...private_location, is_revealed: true } },
      'arrêter sa diffusion',
      'Arrêter la diffusion',
    ],
  ]
  for (const [patch, text, button] of cases) {
    render(<AddressDialog event={{ ...MINE, ...patch }} onClose={() => undefined} />)
    const dialog = screen.getByRole('dialog', { name: 'Adresse exacte' })
    expect(dialog.textContent).toContain(text)
    expect(
      within(dialog)
        .getAllByRole('button')
        .filter((b) => b.textContent === button),
    ).toHaveLength(1)
    if (button === 'Fermer')
      expect(within(dialog).queryByRole('button', { name: /iffus/ })).toBeNull()
    cleanup()
  }
})

test('coordinates are typed behind «Ajuster le point»', () => {
  render(<EventFormScreen id={null} />)
  expect(screen.queryByLabelText(/Latitude/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Ajuster le point' }))
  fireEvent.change(screen.getByLabelText(/Latitude/), { target: { value: 'nord' } })
  fireEvent.click(screen.getByRole('button', { name: 'Ajuster le point' }))
  expect(screen.queryByLabelText(/Latitude/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Créer la sortie' }))
  // what is wrong with them is shown
  expect(screen.getByLabelText(/Latitude/)).toBeTruthy()
})

test('the form and the month render', () => {
  render(<EventFormScreen id={null} />)
  fireEvent.click(screen.getByRole('button', { name: 'Créer la sortie' }))
  expect(screen.getByText('Donnez un titre à la sortie.')).toBeTruthy()
  cleanup()
  render(<MonthView events={[{ ...ITEM, start_date: new Date().toISOString(), end_date: null }]} />)
  expect(screen.getByRole('heading', { name: 'Bal' })).toBeTruthy()
})
