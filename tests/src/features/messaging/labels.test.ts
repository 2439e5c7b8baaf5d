// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../../src/data/http/api'
import {
  BLUR_FAILED,
  PhotoRefusedError,
  previewOf,
  seenLabel,
  sendError,
  systemText,
} from '../../../../src/features/messaging/state/labels'
import { toLastMessage } from '../../../../src/features/messaging/state/model'
import {
  conversationBadge,
  counterpart,
  goneText,
  isOrganizer,
  conversationTitle,
} from '../../../../src/features/messaging/thread/titles'
import {
  conversation,
  message,
  mine,
  OTHER,
  OWN,
  participant,
  uid,
} from '../../../support/world/messages'

describe('titles', () => {
  test('MSG-042: a group by its title, else «Groupe»', () => {
    expect([
      conversationTitle(conversation({ type: 'group', title: 'Les voisins' }), OWN),
      conversationTitle(conversation({ type: 'group' }), OWN),
      conversationTitle(conversation({ type: 'group', title: '  ' }), OWN),
    ]).toEqual(['Les voisins', 'Groupe', 'Groupe'])
  })
  test('MSG-043: an event by its date in Paris and its title, else «Discussion événement»', () => {
    const event = (event_start_date: string | null, event_title: string | null = 'Soirée') =>
      conversationTitle(conversation({ type: 'event', event_title, event_start_date }), OWN)
    expect(event('2026-03-05T20:00:00.000Z')).toBe('[05/03/2026] Soirée')
    expect(event('2026-03-05T23:30:00.000Z')).toBe('[06/03/2026] Soirée')
    expect([event(null), event('2026-03-05T20:00:00.000Z', null)]).toEqual([
      'Discussion événement',
      'Discussion événement',
    ])
  })
  test('MSG-044: an event-direct by the participant’s handle for organizers, else by its title', () => {
    const participants = [participant(OWN, 'moi'), participant(OTHER, 'nora_lyon')]
    const base = { type: 'event-direct', title: 'Soirée velours', participants } as const
    expect(conversationTitle(conversation({ ...base, is_event_organizer: true }), OWN)).toBe(
      'nora_lyon',
    )
    expect(
      conversationTitle(
        conversation({
          ...base,
          participants: [
            participant(OWN, 'moi', { is_admin: true }),
            participant(uid('x', 9), 'co', { is_admin: true }),
            participant(OTHER, 'nora_lyon'),
          ],
        }),
        OWN,
      ),
    ).toBe('nora_lyon')
    expect(conversationTitle(conversation(base), OWN)).toBe('Soirée velours')
    expect(conversationTitle(conversation({ ...base, title: null }), OWN)).toBe('Événement')
  })
  test('MSG-045: a direct one by the other’s handle, else «Conversation»', () => {
    expect([
      conversationTitle(conversation(), OWN),
      conversationTitle(conversation({ participants: [participant(OWN, 'moi')] }), OWN),
    ]).toEqual(['clara_et_tom', 'Conversation'])
  })
  test('a group that goes is named, the discussion of an event is not', () => {
    const [group, event] = (['group', 'event'] as const).map((type) =>
      goneText(conversation({ type, title: 'Pique-nique' }), OWN),
    )
    expect([group?.replaceAll('\u00a0', ' '), event]).toEqual([
      'Vous ne faites plus partie de « Pique-nique ».',
      'Vous avez quitté la discussion de la sortie.',
    ])
  })
  test('MSG-039: type badges', () => {
    expect(
      (['direct', 'group', 'event'] as const).map((type) =>
        conversationBadge(conversation({ type }), OWN),
      ),
    ).toEqual(['Direct', 'Groupe', 'Événement'])
  })
  test('MSG-040: the badge of an event-direct names the other side', () => {
    expect(
      [true, false].map((is_event_organizer) =>
        conversationBadge(conversation({ type: 'event-direct', is_event_organizer }), OWN),
      ),
    ).toEqual(['Participant', 'Organisateurs'])
  })
  test('counterpart and organizer', () => {
    expect(counterpart(conversation(), OWN)?.account_id).toBe(OTHER)
    expect([
      isOrganizer(conversation(), OWN),
      isOrganizer(
        conversation({ participants: [participant(OWN, 'moi', { is_admin: true })] }),
        OWN,
      ),
    ]).toEqual([false, true])
  })
})

describe('sentences', () => {
  const answer = (text: string, status = 403) => new ApiError(status, text)
  test('MSG-189: a failed send shows the server’s text, else «Erreur envoi message»', () => {
    expect(sendError(answer('Vous ne pouvez plus écrire ici.'), false)).toBe(
      'Vous ne pouvez plus écrire ici.',
    )
    for (const error of [answer('HTTP 500', 500), answer('Network error', 0), new Error('x'), null])
      expect(sendError(error, false)).toBe('Erreur envoi message')
  })
  test('MSG-190: «limite de» and «médias» together mean the photo limit', () => {
    const limit =
      'Vous avez atteint la limite de photos. Supprimez-en certaines ou passez à l’offre supérieure.'
    expect(
      [true, false].map((photos) =>
        sendError(answer('Vous avez atteint la limite de 2 000 médias'), photos),
      ),
    ).toEqual([limit, limit])
    expect(sendError(answer('Trop de médias'), true)).not.toBe(limit)
  })
  test('MSG-191: any other failure with a photo', () => {
    for (const error of [answer('Refusé'), answer('HTTP 500', 500), answer('Network error', 0)])
      expect(sendError(error, true)).toBe('Envoi de la photo impossible. Merci de réessayer.')
  })
  test('MSG-196: a failed blur says so', () => {
    expect(sendError(new PhotoRefusedError(BLUR_FAILED), true)).toBe('Erreur traitement flou')
  })
  test('MSG-065: a system message without content', () => {
    expect(systemText({ content: ' ', systemType: 'info' })).toBe('Notification système')
    expect(systemText({ content: '', systemType: null })).toBe('Notification système')
    expect(
      systemText({ content: 'Léa a rejoint la discussion', systemType: 'participant_joined' }),
    ).toBe('Léa a rejoint la discussion')
  })
  test('MSG-120: every system type has a sentence', () => {
    const types = [
      'participant_joined',
      'participant_left',
      'event_paused',
      'event_resumed',
      'co_organizer_added',
      'co_organizer_removed',
      'event_direct_opened',
    ] as const
    const texts = types.map((systemType) => systemText({ content: '', systemType }))
    expect(new Set(texts).size).toBe(types.length)
    expect(texts).not.toContain('Notification système')
  })
  test('previews of the list: who wrote, photos, deletion, system', () => {
    const of = (m: ReturnType<typeof message>, type: 'direct' | 'group' = 'direct') =>
      previewOf({ ...toLastMessage(m), mediaCount: m.content === '' ? 3 : 0 }, OWN, type)
    expect(of(message(1, { content: 'un\n deux' }))).toBe('un deux')
    expect(of(message(1), 'group')).toBe('clara_t\u00a0: message 1')
    expect(of(mine(1), 'group')).toBe('Vous\u00a0: message 1')
    expect(of(message(1, { content: '' }))).toBe('3 photos')
    expect(
      previewOf({ ...toLastMessage(message(1, { content: '' })), mediaCount: 1 }, OWN, 'direct'),
    ).toBe('Photo')
    expect(of(message(1, { deletedAt: '2026-11-20T20:00:00.000Z' }))).toBe('Message supprimé')
    expect(
      of(
        message(1, { senderAccountId: 'system', content: 'Nora a rejoint la discussion' }),
        'group',
      ),
    ).toBe('Nora a rejoint la discussion')
    expect(previewOf(null, OWN, 'direct')).toBe('Nouvelle discussion')
  })
  test('last-seen label', () => {
    const now = Date.parse('2026-11-21T20:00:00.000Z')
    const seen = (at: string | null, online = false) =>
      seenLabel({ online, at }, now).replaceAll('\u00A0', ' ')
    expect([
      seen(null, true),
      seen('2026-11-21T18:05:00.000Z'),
      seen('2026-11-20T18:05:00.000Z'),
      seen('2026-11-18T18:05:00.000Z'),
      seen(null),
    ]).toEqual([
      'En ligne maintenant',
      'Vu à 19 h 05',
      'Vu hier à 19 h 05',
      'Vu le 18 novembre 2026',
      '',
    ])
  })
})
