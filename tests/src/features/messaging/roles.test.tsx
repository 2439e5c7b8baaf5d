// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Conversation, Message } from '#contract/messaging/messages'
import { panels } from '../../../../src/data/state/panels'
import { session } from '../../../../src/data/session/session'
import { MessageRow } from '../../../../src/features/messaging/thread/message/bubble'
import { ThreadHeader } from '../../../../src/features/messaging/thread/header'
import { EMPTY_THREAD } from '../../../../src/features/messaging/state/model'
import {
  groupPhotosByMonth,
  photoDate,
} from '../../../../src/features/messaging/photos/photo-months'
import { isOrganizerMessage } from '../../../../src/features/messaging/thread/message/roles'
import { rowsOf, type MessageRowData } from '../../../../src/features/messaging/thread/rows'
import {
  putConversation,
  resetMessaging,
  setList,
} from '../../../../src/features/messaging/state/store'
import {
  at,
  conversation,
  CONVERSATION,
  message,
  OTHER,
  OWN,
  participant,
  uid,
} from '../../../support/world/messages'

const EVENT = uid('event', 4)
const GUEST = uid('guest', 5)
const person = (id: string, handle: string, is_admin = false) => {
  const p = participant(id, handle, { is_admin })
  return {
    ...p,
    account: {
      ...p.account,
      identities: [
        {
          id: uid('identity', 7),
          identity_handle: handle,
          gender: 'woman',
          avatar_url: null,
          firstname: null,
          is_primary: true,
        },
      ],
    },
  } as unknown as Conversation['participants'][number]
}
/** An event that the other account organizes, with a guest. */
const hostedEvent = (patch: Partial<Conversation> = {}) =>
  conversation({
    type: 'event',
    event_id: EVENT,
    title: 'Soirée velours',
    event_title: 'Soirée velours',
    event_start_date: at(1),
    participants: [person(OWN, 'moi'), person(OTHER, 'nora_lyon', true), person(GUEST, 'samuel_w')],
    participant_count: 3,
    ...patch,
  })

beforeEach(() => {
  resetMessaging()
  panels.stack = []
  Object.assign(session, {
    phase: 'signed-in',
    accountId: OWN,
    account: null,
    activeIdentityId: uid('identity', 1),
    mode: 'single',
    identityIds: [],
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('who organizes', () => {
  const draw = (m: Message): HTMLElement => {
    const [row] = rowsOf({ ...EMPTY_THREAD, phase: 'ready', messages: [m] }, OWN)
    return render(
      <MessageRow row={row as MessageRowData} genders={undefined} onPhoto={() => undefined} />,
    ).container
  }
  test('MSG-070: in event conversations, messages of organizers and admins show «Organisateur», «Organisatrice» for a woman', () => {
    for (const type of ['event', 'event-direct'] as const) {
      setList([hostedEvent({ type })], OWN)
      expect(draw(message(1)).textContent).toContain('Organisatrice')
      cleanup()
      expect(draw(message(1, { senderAccountId: GUEST })).textContent).not.toContain('Organisat')
      cleanup()
    }
    expect(
      (['direct', 'group'] as const).map((type) =>
        isOrganizerMessage(hostedEvent({ type }), message(1)),
      ),
    ).toEqual([false, false])
    expect(isOrganizerMessage(undefined, message(1))).toBe(false)
  })
  test('the badge agrees with who wrote: «Organisatrice», «Organisateurs» for both of a couple', () => {
    setList([hostedEvent()], OWN)
    const words = (identity: Partial<Message['identity']>) => {
      const { textContent } = draw(
        message(1, { identity: { ...message(1).identity, ...identity } }),
      )
      cleanup()
      return /Organisat(?:rice|eurs?)/.exec(textContent ?? '')?.[0]
    }
    expect(
      [{ gender: 'woman' as const }, { gender: 'man' as const }, { both: true }].map(words),
    ).toEqual(['Organisatrice', 'Organisateur', 'Organisateurs'])
  })
  test('MSG-072: a message shows the first name while it is shared, else the handle', async () => {
    const named = (firstname: string | null) => {
      const p = person(OTHER, 'nora_lyon', true)
      return hostedEvent({
        participants: [
          person(OWN, 'moi'),
          {
            ...p,
            account: {
              ...p.account,
              identities: p.account.identities.map((i) => ({ ...i, firstname })),
            },
          },
        ],
      })
    }
    setList([named('Nora')], OWN)
    const seen = draw(
      message(1, {
        senderIdentityId: uid('identity', 7),
        identity: { ...message(1).identity, handle: 'nora_lyon' },
      }),
    )
    expect([seen.textContent?.includes('Nora'), seen.textContent?.includes('nora_lyon')]).toEqual([
      true,
      false,
    ])
    await act(async () => putConversation(named(null), OWN))
    expect([seen.textContent?.includes('Nora'), seen.textContent?.includes('nora_lyon')]).toEqual([
      false,
      true,
    ])
  })
  test('a new co-organizer gets the badge on messages that are already shown', async () => {
    setList([hostedEvent()], OWN)
    const seen = draw(message(1, { senderAccountId: GUEST }))
    await act(async () =>
      putConversation(
        hostedEvent({
          participants: [
            person(OWN, 'moi'),
            person(OTHER, 'nora_lyon', true),
            person(GUEST, 'samuel_w', true),
          ],
        }),
        OWN,
      ),
    )
    expect(seen.textContent).toContain('Organisatrice')
  })
})

describe('targets of avatar and title', () => {
  /** The panel that a click on either opens. */
  const opened = (c: Conversation): unknown => {
    setList([c], OWN)
    render(<ThreadHeader id={CONVERSATION} onBack={undefined} />)
    const heading = screen.getByRole('heading', { level: 2 })
    const [title, avatar] = [
      heading.querySelector('b'),
      heading.querySelector('button')?.firstElementChild,
    ]
    const found = [title, avatar].map((target) => {
      panels.stack = []
      fireEvent.click(target as Element)
      return { ...panels.stack.at(-1)?.panel }
    })
    cleanup()
    expect(found[0]).toEqual(found[1])
    return found[0]
  }
  test('MSG-036: of a group, its panel', () => {
    expect(opened(conversation({ type: 'group', title: 'Les voisins' }))).toEqual({
      kind: 'group',
      id: CONVERSATION,
    })
  })
  test('MSG-037: of an event conversation, the event', () => {
    expect(opened(hostedEvent())).toEqual({ kind: 'event', id: EVENT })
  })
  test('MSG-038: of an event-direct, the participant for organizers, the event for the participant', () => {
    const talk = {
      type: 'event-direct',
      participants: [person(OWN, 'moi'), person(GUEST, 'samuel_w')],
    } as const
    expect(
      opened(
        hostedEvent({ ...talk, participants: [...talk.participants], is_event_organizer: true }),
      ),
    ).toEqual({ kind: 'profile', id: GUEST })
    expect(opened(hostedEvent({ type: 'event-direct' }))).toEqual({ kind: 'event', id: EVENT })
  })
  test('none for a hidden member', () => {
    setList(
      [
        hostedEvent({
          type: 'event-direct',
          is_event_organizer: true,
          participants: [person(OWN, 'moi'), participant(GUEST, 'Pseudo caché')],
        }),
      ],
      OWN,
    )
    render(<ThreadHeader id={CONVERSATION} onBack={undefined} />)
    expect(screen.getByRole('heading', { level: 2 }).querySelector('button')).toBe(null)
  })
})

test('MSG-087: a photo is dated by either of its dates; months keep the given order', () => {
  const photos = [
    { id: 1, message_created_at: '2026-11-30T23:30:00.000Z' },
    { id: 2, created_at: '2026-11-30T20:00:00.000Z' },
    {
      id: 3,
      created_at: '2026-11-02T20:00:00.000Z',
      message_created_at: '2026-11-01T20:00:00.000Z',
    },
  ]
  expect(photos.map(photoDate)).toEqual([
    '2026-11-30T23:30:00.000Z',
    '2026-11-30T20:00:00.000Z',
    '2026-11-01T20:00:00.000Z',
  ])
  expect(groupPhotosByMonth(photos).map(([month, list]) => [month, list.map((p) => p.id)])).toEqual(
    [
      ['Décembre 2026', [1]],
      ['Novembre 2026', [2, 3]],
    ],
  )
})
