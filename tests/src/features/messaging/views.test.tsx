// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Conversation, Message } from '#contract/messaging/messages'
import { session } from '../../../../src/data/session/session'
import { MessageRow } from '../../../../src/features/messaging/thread/message/bubble'
import { ThreadHeader } from '../../../../src/features/messaging/thread/header'
import { EMPTY_THREAD } from '../../../../src/features/messaging/state/model'
import { ConversationRow } from '../../../../src/features/messaging/list/row'
import { rowsOf, type MessageRowData } from '../../../../src/features/messaging/thread/rows'
import { applyEvent } from '../../../../src/features/messaging/state/live-events'
import {
  messaging,
  resetMessaging,
  setList,
  setThread,
} from '../../../../src/features/messaging/state/store'
import { ThreadView } from '../../../../src/features/messaging/thread/thread'
import {
  arrives,
  at,
  conversation,
  CONVERSATION,
  message,
  mine,
  OTHER,
  OWN,
  participant,
  uid,
} from '../../../support/world/messages'

const drawn = vi.hoisted(() => ({ rows: [] as unknown[], tags: [] as unknown[] }))
vi.mock('../../../../src/ui/layout/list-row', () => ({
  ListRow: (props: {
    title: unknown
    subtitle: unknown
    tag: { props: { children: unknown } }
  }) => {
    drawn.rows.push(props.title)
    drawn.tags.push(props.tag.props.children)
    return (
      <div>
        {String(props.title)} {String(props.subtitle)}
      </div>
    )
  },
}))

beforeEach(() => {
  Object.assign(drawn, { rows: [], tags: [] })
  resetMessaging()
  Object.assign(session, {
    phase: 'signed-in',
    accountId: OWN,
    activeIdentityId: uid('identity', 1),
    mode: 'single',
    identityIds: [],
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const identity = (gender: 'woman' | 'man' | 'other', n: number) =>
  ({
    id: uid('identity', n),
    identity_handle: `i${n}`,
    firstname: null,
    gender,
    avatar_url: null,
    is_primary: n === 1,
    age: null,
    data: {},
  }) as unknown as Conversation['participants'][number]['account']['identities'][number]
const other = (identities: readonly ReturnType<typeof identity>[], patch: object = {}) =>
  participant(OTHER, 'clara_et_tom', {
    account: {
      id: OTHER,
      account_handle: 'clara_et_tom',
      avatar_url: null,
      is_online: false,
      last_seen_at: null,
      deleted: false,
      identities: [...identities],
      ...patch,
    },
  })
const bubble = (m: Message): HTMLElement => {
  const [row] = rowsOf({ ...EMPTY_THREAD, phase: 'ready', messages: [m] }, OWN)
  return render(
    <MessageRow row={row as MessageRowData} genders={undefined} onPhoto={() => undefined} />,
  ).container
}

describe('a conversation', () => {
  const shown = (patch: Partial<Conversation>): void => {
    setList([conversation(patch)], OWN)
    setThread(CONVERSATION, { phase: 'ready' })
    render(<ThreadView id={CONVERSATION} />)
  }
  test('MSG-034: without the right to post, a sentence replaces the composer', () => {
    shown({ type: 'event', event_group_options: 'organizers', can_write: false })
    expect(screen.getByText('Seuls les organisateurs peuvent écrire')).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBe(null)
    cleanup()
    shown({ type: 'event', event_group_options: 'organizers', is_event_organizer: true })
    expect(screen.queryByText('Seuls les organisateurs peuvent écrire')).toBe(null)
    expect(screen.getByRole('textbox', { name: 'Message' })).toBeTruthy()
  })
  test('MSG-031: one without messages', () => {
    shown({})
    expect(screen.getByText('Aucun message. Lancez-vous et écrivez le premier !')).toBeTruthy()
  })
  test('MSG-041: a direct conversation shows the other’s gender, with the first name when it is shared, both of a couple, or «Profil»', () => {
    for (const [identities, label] of [
      [[identity('woman', 1)], 'Femme'],
      [[identity('man', 1)], 'Homme'],
      [[identity('other', 1)], 'Autre'],
      [[identity('woman', 1), identity('man', 2)], 'Femme, Homme'],
      [[{ ...identity('woman', 1), firstname: 'Nora' }], 'Nora (Femme)'],
      [[], 'Profil'],
    ] as const) {
      setList([conversation({ participants: [participant(OWN, 'moi'), other(identities)] })], OWN)
      render(<ThreadHeader id={CONVERSATION} onBack={undefined} />)
      expect(screen.getByText(label)).toBeTruthy()
      cleanup()
    }
  })
  test('the row of an event’s conversation begins with its name; the date is its tag', () => {
    const event = { event_title: 'Soirée', event_start_date: '2026-03-05T20:00:00.000Z' }
    setList([conversation({ type: 'event', ...event })], OWN)
    render(<ConversationRow id={CONVERSATION} active={false} />)
    expect([drawn.rows, drawn.tags]).toEqual([['Soirée'], ['jeu. 5 mars']])
  })
  test('MSG-040 MSG-044: the head of an event’s conversations says the event, name before date, or the other side; a group has members', () => {
    const head = (patch: Partial<Conversation>): string => {
      setList([conversation(patch)], OWN)
      render(<ThreadHeader id={CONVERSATION} onBack={undefined} />)
      const title = screen.getByRole('heading', { level: 2 }).querySelector('b')
      const note = title?.closest('h2')?.querySelector('small')?.textContent
      const text = `${title?.textContent} | ${title?.nextElementSibling?.textContent} | ${note?.replace(/\s/g, ' ')}`
      cleanup()
      return text
    }
    const event = { event_title: 'Soirée', event_start_date: '2026-03-05T20:00:00.000Z' }
    const participants = [participant(OWN, 'moi'), participant(OTHER, 'nora_lyon')]
    const aside = { type: 'event-direct', title: 'Soirée velours', participants } as const
    expect([
      head({ type: 'event', ...event }),
      head({ type: 'event', event_title: null, event_start_date: null }),
      head({ ...aside, is_event_organizer: true }),
      head(aside),
      head({ ...aside, title: null }),
      head({ type: 'group', title: 'Le cercle', participants }),
    ]).toEqual([
      'Soirée | Événement | jeu. 5 mars · 2 participants',
      'Discussion événement | Événement | 2 participants',
      'nora_lyon | Participant | 2 participants',
      'Soirée velours | Organisateurs | 2 participants',
      'Événement | Organisateurs | 2 participants',
      'Le cercle | Groupe | 2 membres',
    ])
  })
  test('MSG-063: an address in a message is a link, in a new tab and without referrer', () => {
    const link = bubble(
      message(1, { content: 'Voir https://example.org/x ce soir' }),
    ).querySelector('a')
    expect([link?.href, link?.target, link?.rel]).toEqual([
      'https://example.org/x',
      '_blank',
      'noopener noreferrer nofollow',
    ])
  })
  test('MSG-067: five photos are five tiles; of seven, four and «+3»', () => {
    const photos = (n: number) =>
      Array.from({ length: n }, (_, i) => ({
        id: uid('photo', i + 1),
        url: '/x',
        thumbnailUrl: '/x',
        width: 40,
        height: 30,
        blurhash: null,
        mime: 'image/jpeg',
      })) as unknown as Message['media']
    const drawn = (n: number): [number, string] => {
      const box = bubble(message(1, { content: '', media: photos(n) }))
      const found = box.querySelectorAll('button[aria-label*="hoto"]').length
      const more =
        [...box.querySelectorAll('*')].find((e) => /^\+\d+$/.test(e.textContent ?? ''))
          ?.textContent ?? ''
      cleanup()
      return [found, more]
    }
    expect([drawn(5), drawn(7)]).toEqual([
      [5, ''],
      [4, '+3'],
    ])
  })
  test('MSG-046: a deleted account is «Compte supprimé», without a link to its profile', () => {
    setList(
      [conversation({ participants: [participant(OWN, 'moi'), other([], { deleted: true })] })],
      OWN,
    )
    render(<ThreadHeader id={CONVERSATION} onBack={undefined} />)
    expect(screen.getByRole('heading', { level: 2 }).querySelector('b')?.textContent).toBe(
      'Compte supprimé',
    )
    expect(screen.getByRole('heading', { level: 2 }).querySelector('button, a')).toBe(null)
  })
  test('the green of who is online is of a direct conversation, not of a group or an event', () => {
    const green = (type: 'direct' | 'group' | 'event'): boolean => {
      const someone = other([], { is_online: true })
      setList([conversation({ type, participants: [participant(OWN, 'moi'), someone] })], OWN)
      const { container } = render(<ThreadHeader id={CONVERSATION} onBack={undefined} />)
      const isGreen = container.querySelector('small[class*="here"]') !== null
      cleanup()
      return isGreen
    }
    expect([green('direct'), green('group'), green('event')]).toEqual([true, false, false])
  })
  test('accounts with two identities have the identity switch', () => {
    setList([conversation()], OWN)
    for (const [count, buttons] of [
      [1, 0],
      [2, 1],
    ] as const) {
      session.account = {
        identities: Array.from({ length: count }, (_, i) => identity('woman', i + 1)),
      } as never
      for (const can_write of [true, false]) {
        setList([conversation({ can_write })], OWN)
        setThread(CONVERSATION, { phase: 'ready' })
        render(<ThreadView id={CONVERSATION} />)
        expect(screen.queryAllByRole('button', { name: /^Changer d’identité/ }).length).toBe(
          buttons,
        )
        cleanup()
      }
    }
    session.account = null
  })
  test('the composer shows the face of who writes, and own bubbles of a couple its name', async () => {
    session.account = {
      account_handle: 'nous',
      avatar_url: null,
      identities: [
        { ...identity('woman', 1), firstname: 'Léa' },
        { ...identity('man', 2), firstname: 'Hugo' },
      ],
    } as never
    shown({})
    const face = () => screen.getByRole('button', { name: /^Changer d’identité/ })
    expect(face().getAttribute('aria-label')).toBe('Changer d’identité\u00a0: Léa')
    await act(async () => void Object.assign(session, { mode: 'both', activeIdentityId: null }))
    expect(face().getAttribute('aria-label')).toBe('Changer d’identité\u00a0: Tous les deux')
    cleanup()
    for (const [n, name] of [
      [1, 'Léa'],
      [2, 'Hugo'],
    ] as const) {
      expect(bubble(mine(n, { senderIdentityId: uid('identity', n) })).textContent).toContain(name)
      cleanup()
    }
    session.account = null
    expect(bubble(mine(3)).textContent).not.toContain('Léa')
  })
  test('«Léa a lu» while only one of a couple has read, at the last read message only', () => {
    const [lea, hugo] = [uid('identity', 7), uid('identity', 8)]
    const couple = [
      { ...identity('woman', 7), firstname: 'Léa' },
      { ...identity('man', 8), firstname: null },
    ]
    setList([conversation({ participants: [participant(OWN, 'moi'), other(couple)] })], OWN)
    const read = (seq: number, ids: string[]) =>
      mine(seq, { readByOther: ids.length > 0, readByIdentityIds: ids })
    const ticks = (messages: Message[]) => {
      const rows = rowsOf({ ...EMPTY_THREAD, phase: 'ready', messages }, OWN)
      const { container } = render(
        <>
          {rows.map((row) => (
            <MessageRow
              key={row.key}
              row={row as MessageRowData}
              genders={undefined}
              onPhoto={() => undefined}
            />
          ))}
        </>,
      )
      const seen = [...container.querySelectorAll('[data-message]')].map((node) => [
        node.querySelector('[role=img]')?.getAttribute('aria-label'),
        node.textContent.includes('a lu'),
      ])
      cleanup()
      return seen
    }
    expect(ticks([read(1, [lea, hugo]), read(2, [lea]), read(3, [lea]), read(4, [])])).toEqual([
      ['Lu', false],
      ['Léa a lu', false],
      ['Léa a lu', true],
      ['Envoyé', false],
    ])
    expect(ticks([read(1, [hugo])])).toEqual([['i8 a lu', true]])
    setList(
      [conversation({ participants: [participant(OWN, 'moi'), other([identity('woman', 7)])] })],
      OWN,
    )
    expect(ticks([read(1, [lea])])).toEqual([['Lu', false]])
  })
})

describe('a message', () => {
  test('MSG-064: a deleted message shows «Message supprimé» only', () => {
    const text = bubble(
      message(1, {
        content: 'secret',
        deletedAt: at(2),
        reactions: { '❤️': [{ account_id: OTHER, identity_id: null, created_at: at(1) }] },
      }),
    ).textContent
    expect(text).toContain('Message supprimé')
    expect(text).not.toMatch(/secret|❤️/)
  })
  test('MSG-065: a system one without content shows «Notification système»', () => {
    expect(bubble(message(1, { senderAccountId: 'system', content: '' })).textContent).toContain(
      'Notification système',
    )
  })
  test('MSG-066: of five emojis four are shown', () => {
    const one = [{ account_id: OTHER, identity_id: null, created_at: at(1) }]
    const seen = bubble(
      message(1, {
        reactions: { '❤️': one, '😂': one, '👍': one, '😮': one, '😢': [...one, ...one] },
      }),
    )
    expect(seen.querySelector('button[aria-label^="Réactions"]')?.getAttribute('aria-label')).toBe(
      'Réactions\u00a0: 😢 ❤️ 😂 👍, 6 en tout',
    )
  })
  test('markup in a message is shown as text', () => {
    const seen = bubble(message(1, { content: '<img src=x onerror=alert(1)> <b>gras</b>' }))
    expect([seen.querySelector('img'), seen.querySelector('b')]).toEqual([null, null])
    expect(seen.textContent).toContain('<b>gras</b>')
  })
  test('both mode shows the full name, one’s own as «Tous les deux»', () => {
    const both = { handle: 'clara_et_tom', avatar: null, gender: null, both: true, hidden: false }
    expect(bubble(message(1, { senderIdentityId: null, identity: both })).textContent).toContain(
      'clara_et_tom',
    )
    cleanup()
    expect(bubble(mine(1, { senderIdentityId: null, identity: both })).textContent).toContain(
      'Tous les deux',
    )
  })
})

test('only the row of the changed conversation renders', async () => {
  const ids = [1, 2, 3].map((n) => uid('conversation', n))
  setList(
    ids.map((id, n) =>
      conversation({
        id,
        lastMessageAt: at(n),
        participants: [participant(OWN, 'moi'), participant(uid('member', n), `membre ${n}`)],
      }),
    ),
    OWN,
  )
  render(
    <>
      {ids.map((id) => (
        <ConversationRow key={id} id={id} active={false} />
      ))}
    </>,
  )
  expect(drawn.rows.length).toBe(3)
  drawn.rows = []
  await act(async () => {
    applyEvent(arrives(message(30, { conversationId: ids[1] as string })), OWN)
    messaging.openId = null
    setThread(ids[0] as string, { phase: 'ready' })
  })
  expect(drawn.rows).toEqual(['membre 1'])
})
