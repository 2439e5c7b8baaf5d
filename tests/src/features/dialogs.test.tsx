// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { cleanup, render, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '../../../src/data/session/session'
import { AlbumDialog } from '../../../src/features/albums/album/album-dialog'
import { Drive } from '../../../src/features/albums/drive/drive'
import { AddressDialog } from '../../../src/features/events/event/address-dialog'
import { CalendarFeed } from '../../../src/features/events/list/calendar-feed'
import { CoOrganizers } from '../../../src/features/events/participants/co-organizers'
import { CodeDialog } from '../../../src/features/events/list/code-dialog'
import { ContactDialog } from '../../../src/features/events/event/contact'
import { CreatedDialog } from '../../../src/features/events/event/created-dialog'
import { DuplicateDialog } from '../../../src/features/events/event/duplicate-dialog'
import { EditParticipant } from '../../../src/features/events/participants/edit-participant'
import { EntryDialog } from '../../../src/features/events/event/entry-dialog'
import { IcsDialog } from '../../../src/features/events/list/ics-dialog'
import { Invite } from '../../../src/features/events/invite/invite'
import { FilterDialog } from '../../../src/features/events/participants/filter'
import { NO_FILTERS } from '../../../src/features/events/participants/model'
import { NewConversation } from '../../../src/features/messaging/list/new-conversation'
import { CommentDialog } from '../../../src/features/profile/view/comment-dialog'
import { CameraPanel } from '../../../src/parts/photo/camera-panel'
import { PhotoViewer } from '../../../src/parts/photo/photo-viewer'
import { ReportDialog } from '../../../src/parts/member/report-dialog'
import { TalkDialog } from '../../../src/parts/member/talk-dialog'
import { fresh, friend, guestEvent, hostedEvent, serve, taker } from '../../support/world/events'

vi.mock('../../../src/data/media/media-urls', () => ({
  useSignedUrl: () => ({
    state: 'ready',
    url: '/bytes',
    invalidate: () => undefined,
    retry: () => undefined,
  }),
}))
vi.mock('wouter', () => ({ useLocation: () => ['/', () => undefined] }))

const event = hostedEvent({
  private_location: {
    address: '3 impasse des Chênes',
    lat: null,
    lng: null,
    is_public: false,
    is_revealed: false,
  },
})
const close = vi.fn()
beforeEach(() => {
  Object.assign(session, {
    phase: 'signed-in',
    accountId: fresh('own'),
    account: null,
    mode: 'single',
    identityIds: [],
  })
  const at = `/events/${event.id}`
  serve({
    [`GET ${at}/co-organizers`]: () => ({ co_organizers: [] }),
    [`GET ${at}/relations`]: () => ({ relations: [friend('nora'), friend('samuel')] }),
    [`GET ${at}/relations/groups`]: () => ({ groups: [] }),
    [`GET ${at}/participants`]: () => ({ participants: [taker('nora')] }),
    [`GET ${at}/entry-code`]: () => ({ code: 'abcdef' }),
    'GET /relations': () => ({ relations: [friend('nora')] }),
    'GET /drive': () => ({ media: [], total: 0, hasMore: false }),
  })
})
afterEach(() => {
  cleanup()
  close.mockClear()
  vi.unstubAllGlobals()
})

const SURFACES: Readonly<Record<string, ReactElement>> = {
  'co-organizers': <CoOrganizers event={event} onClose={close} />,
  'a participant': <EditParticipant eventId={event.id} row={taker('nora')} onClose={close} />,
  invitations: <Invite event={event} onClose={close} />,
  filters: (
    <FilterDialog filters={NO_FILTERS} isOrganizer isAsked onApply={close} onClose={close} />
  ),
  address: <AddressDialog event={event} onClose={close} />,
  'the event that was made': (
    <CreatedDialog event={hostedEvent({ status: 'draft' })} onDone={close} />
  ),
  duplicate: <DuplicateDialog event={event} onClose={close} />,
  agenda: <IcsDialog event={event} onClose={close} />,
  feed: <CalendarFeed onClose={close} />,
  entry: <EntryDialog event={guestEvent({ id: event.id })} onClose={close} />,
  code: <CodeDialog onClose={close} onFound={close} />,
  contact: <ContactDialog eventId={event.id} text="Une discussion s’ouvre." onClose={close} />,
  album: <AlbumDialog accountId={fresh('own')} open onClose={close} />,
  drive: <Drive open level={0} onClose={close} />,
  camera: <CameraPanel open level={0} onClose={close} />,
  viewer: (
    <PhotoViewer
      photos={[{ id: 'a' }, { id: 'b' }, { id: 'c' }]}
      index={1}
      onIndex={() => undefined}
      onClose={close}
    />
  ),
  comment: (
    <CommentDialog
      title="Commentaire de Léa"
      value=""
      maxLength={500}
      onSave={close}
      onClose={close}
    />
  ),
  report: (
    <ReportDialog kind="event" id={event.id} title="Signaler cette sortie" open onClose={close} />
  ),
  'a discussion of two': <TalkDialog handle="nora" open onClose={close} />,
  'a new discussion': <NewConversation open onClose={close} onGroup={close} />,
}
/** What one may press, by any pointer. */
const PRESSED =
  'button, a, input, select, textarea, summary, [role="button"], [role="tab"], [role="menuitem"], [role="option"], [role="switch"], [role="slider"], [onclick]'

for (const [name, surface] of Object.entries(SURFACES))
  test(`${name}: a named dialog without a violation; keys reach all that can be pressed, and Escape closes it`, async () => {
    render(surface)
    const dialog = await waitFor(
      () =>
        document.querySelector<HTMLDialogElement>('dialog[open]') ??
        Promise.reject(new Error('no dialog')),
    )
    await new Promise((done) => setTimeout(done, 30))
    const { violations } = await axe.run(dialog, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
    })
    expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' | ')}`)).toEqual([])
    expect(
      document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')?.textContent ??
        dialog.getAttribute('aria-label'),
    ).toMatch(/\S/)
    const pressed = [...dialog.querySelectorAll<HTMLElement>(PRESSED)].filter((x) => !x.hidden)
    expect(pressed.length).toBeGreaterThan(0)
    // natively focusable; out of the order only inside a group that arrows walk through
    expect(
      pressed
        .filter(
          (x) =>
            x.tabIndex < 0 &&
            !x.closest(
              '[role="tablist"], [role="menu"], [role="listbox"], [role="radiogroup"], [role="grid"]',
            ),
        )
        .map((x) => x.outerHTML),
    ).toEqual([])
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(close).toHaveBeenCalled())
  })
