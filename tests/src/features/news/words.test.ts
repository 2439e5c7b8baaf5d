import { describe, expect, test } from 'vitest'
import { newsType, type NewsItem, type NewsType } from '#contract/news'
import { glyphOf } from '../../../../src/features/news/glyphs'
import {
  newsPath,
  sentenceOf,
  newsDateText,
  type SentencePart,
} from '../../../../src/features/news/words'
import { NBSP } from '../../../../src/lib/text'

const EVENT = {
  id: '0199b7a0-0000-7000-8000-000000000001',
  title: 'Soirée velours',
  startDate: '2026-12-05T19:30:00.000Z',
}
const item = (type: string, patch: Partial<NewsItem> = {}): NewsItem => ({
  id: '0199b7a0-0000-7000-8000-0000000000aa',
  eventId: EVENT.id,
  accountId: '0199b7a0-0000-7000-8000-0000000000bb',
  actorAccountId: null,
  newsType: type,
  payload: { title: EVENT.title },
  createdAt: '2026-11-21T10:00:00.000Z',
  readAt: null,
  deletedAt: null,
  event: EVENT,
  ...patch,
})
const plain = (parts: readonly SentencePart[]): string =>
  parts.map((p) => (typeof p === 'string' ? p : p.b)).join('')
/** Of the reader's own account. */
const PEOPLE = [
  { identity_handle: 'lea_h', firstname: 'Léa' },
  { identity_handle: 'hugo_h', firstname: null },
]
const said = (
  type: string,
  patch: Partial<NewsItem> = {},
  handle: string | null = 'clara_et_tom',
) =>
  plain(
    sentenceOf(item(type, patch), handle === null ? undefined : { account_handle: handle }, PEOPLE),
  )

describe('sentences', () => {
  const WANTED: Record<NewsType, string> = {
    event_invited: 'clara_et_tom vous invite à Soirée velours.',
    participation_requested: 'clara_et_tom demande à participer à Soirée velours.',
    participation_accepted: 'Votre participation à Soirée velours est confirmée.',
    participation_declined: 'Votre participation à Soirée velours n’a pas été retenue.',
    participant_joined: 'clara_et_tom participe à Soirée velours.',
    participant_waits: 'clara_et_tom est en liste d’attente pour Soirée velours.',
    participant_left: 'clara_et_tom ne participe plus à Soirée velours.',
    co_organizer_added: 'clara_et_tom vous confie la co-organisation de Soirée velours.',
    co_organizer_left: 'clara_et_tom ne co-organise plus Soirée velours.',
    event_published: 'La sortie Soirée velours est publiée.',
    event_unpublished: 'La sortie Soirée velours est mise en pause.',
    location_revealed: 'L’adresse exacte de Soirée velours vous est révélée.',
    event_changed: `Soirée velours change${NBSP}: des informations.`,
    event_cancelled: 'La sortie Soirée velours est annulée.',
    event_deleted: 'La sortie Soirée velours a été supprimée.',
    waitlist_offer:
      'Une place s’est libérée pour vous à Soirée velours. Elle vous est gardée quelque temps.',
    waitlist_free: `Une place est libre pour Soirée velours${NBSP}: des membres attendent.`,
    invitation_reminder: 'Votre réponse est attendue pour Soirée velours.',
    reconfirm_asked: `Toujours partants pour Soirée velours${NBSP}? Dites-le d’un geste.`,
    reconfirm_lapsed:
      'Sans réponse de votre part, votre place pour Soirée velours est proposée à quelqu’un qui attend.',
    event_after: `Bien rentrés${NBSP}? Un mot sur Soirée velours vous attend.`,
    met_again: `L’envie de se revoir après Soirée velours est partagée avec clara_et_tom${NBSP}: vous êtes en relation.`,
    relation_joined: 'clara_et_tom a suivi votre lien d’invitation.',
    event_reminder: `Rappel${NBSP}: Soirée velours approche.`,
    album_requested: 'clara_et_tom a demandé à voir un de vos albums privés.',
    album_shared: 'clara_et_tom partage un album privé avec vous.',
    album_share_ends:
      'Le partage de votre album avec clara_et_tom se termine dans moins d’un jour.',
    agreement_asked: 'Une photo attend un accord.',
    photo_hidden: 'Une de vos photos n’est plus montrée.',
    parting_asked: 'L’une des deux personnes de votre compte demande à en partir.',
    parting_cancelled: 'La demande de partir de votre compte est annulée.',
    moderation_decision: 'L’équipe a pris une décision concernant votre compte.',
    moderation_lifted: 'L’équipe a levé une décision concernant votre compte.',
    moderation_report: 'L’équipe a examiné votre signalement.',
    moderation_reconsidered: 'L’équipe est revenue sur sa réponse à votre signalement.',
    private_photo_looked:
      'L’équipe a ouvert une photo d’un de vos albums privés, pour un dossier clos depuis.',
    moderation_reports_warned:
      'Plusieurs de vos signalements étaient sans fondement. Si cela continue, les prochains seront lus en dernier, sauf danger.',
    moderation_appeal: 'L’équipe a répondu à votre contestation.',
    comment_answered: 'L’équipe a répondu à votre commentaire.',
    verification_answered: 'L’équipe a regardé votre demande de vérification.',
    met_badge_lost:
      'Une rencontre dite de vous ne compte plus\u00a0: votre profil ne montre plus «\u00a0Rencontrés en vrai\u00a0».',
    vouch_asked: 'Quelqu’un qui vous connaît souhaite entrer, et vous demande votre parole.',
    announcement: 'Message de l’équipe\u00a0: ',
  }
  test.each(newsType.options)('MSG-076: «%s» has a sentence and an icon', (type) => {
    expect(said(type)).toBe(WANTED[type])
    expect(glyphOf(type).tone).toBeTypeOf('string')
  })
  test('who has to agree is called by the first name, as elsewhere in the own account', () => {
    expect(said('agreement_asked', { payload: { person: 'lea_h' } })).toBe(
      'Une photo attend l’accord de Léa.',
    )
    expect(said('agreement_asked', { payload: { person: 'hugo_h' } })).toBe(
      'Une photo attend l’accord de hugo_h.',
    )
  })
  test('a photo that a member says to be on: hidden, then shown again', () => {
    expect(said('photo_hidden', { payload: { why: 'claimed' } })).toBe(
      `Une de vos photos n’est plus montrée${NBSP}: un membre dit y être. L’équipe va regarder.`,
    )
    expect(said('photo_hidden', { payload: { why: 'freed' } })).toBe(
      'Une de vos photos est de nouveau montrée.',
    )
  })
  test('a request for an album names it while it waits for the answer', () => {
    expect(said('album_requested', { payload: { album: 'Plage' } })).toBe(
      'clara_et_tom demande à voir votre album Plage.',
    )
    expect(said('album_requested', { payload: { album: 'Plage' } }, null)).toBe(
      'Un membre demande à voir votre album Plage.',
    )
  })
  test('several members of one kind are one line; a free place counts who waits', () => {
    const joined = (others: number) =>
      said('participant_joined', { payload: { title: 'X', others } })
    expect(joined(0)).toBe('clara_et_tom participe à Soirée velours.')
    expect(joined(1)).toBe('clara_et_tom et une autre personne participent à Soirée velours.')
    expect(joined(9)).toBe('clara_et_tom et 9 autres personnes participent à Soirée velours.')
    const free = (waiting: number) => said('waitlist_free', { payload: { title: 'X', waiting } })
    expect(free(1)).toBe(`Une place est libre pour Soirée velours${NBSP}: 1 membre attend.`)
    expect(free(3)).toBe(`Une place est libre pour Soirée velours${NBSP}: 3 membres attendent.`)
  })
  test('the actor is the viewer’s copy, else the item’s handle, else none', () => {
    expect(said('event_invited', {}, null)).toBe('Une invitation pour Soirée velours vous attend.')
    expect(
      said('participation_requested', { payload: { title: 'X', handle: 'nora_lyon' } }, null),
    ).toBe('nora_lyon demande à participer à Soirée velours.')
    expect(
      plain(
        sentenceOf(
          item('participation_requested', { payload: { handle: 'nora_lyon' } }),
          {
            account_handle: 'Compte supprimé',
            deleted: true,
          },
          PEOPLE,
        ),
      ),
    ).toBe('Une demande de participation à Soirée velours attend votre réponse.')
    expect(said('co_organizer_added', {}, null)).toBe('Vous co-organisez désormais Soirée velours.')
  })
  test('changes are named; deleted events keep their title; unknown kinds get a generic sentence', () => {
    expect(
      said('event_changed', {
        payload: { fields: ['date', 'place', 'address', 'price', 'autre'] },
      }),
    ).toBe(
      `Soirée velours change${NBSP}: la date, le lieu, l’adresse exacte et la participation aux frais.`,
    )
    expect(said('event_deleted', { event: null, eventId: null, payload: { title: 'Bal' } })).toBe(
      'La sortie Bal a été supprimée.',
    )
    expect(said('event_deleted', { event: null, payload: {} })).toBe('Une sortie a été supprimée.')
    expect(said('tout_nouveau')).toBe('Du nouveau pour Soirée velours.')
    expect(said('toString')).toBe('Du nouveau pour Soirée velours.')
    expect(said('event_reminder', { payload: { kind: 'hours' } })).toBe(
      `Rappel${NBSP}: Soirée velours commence dans deux heures.`,
    )
    const sent = (startDate: string) =>
      said('event_reminder', {
        createdAt: '2026-12-05T17:30:00.000Z',
        payload: { kind: 'hours', startDate },
      })
    expect([sent('2026-12-05T19:15:00.000Z'), sent('2026-12-05T19:14:00.000Z')]).toEqual([
      `Rappel${NBSP}: Soirée velours commence dans deux heures.`,
      `Rappel${NBSP}: Soirée velours commence bientôt.`,
    ])
  })
  test('MSG-076: an item links to its event or its participants, or nowhere once deleted', () => {
    expect(newsPath(item('event_invited'))).toBe(`/events/${EVENT.id}`)
    expect([newsPath(item('participation_requested')), newsPath(item('waitlist_free'))]).toEqual(
      Array(2).fill(`/events/${EVENT.id}/subscribers`),
    )
    expect(newsPath(item('event_after'))).toBe(`/events/${EVENT.id}/after`)
    expect(newsPath(item('met_again', { actorAccountId: 'b' }))).toBe('/profile/b')
    expect(newsPath(item('event_deleted', { eventId: null }))).toBeNull()
    expect(newsPath(item('moderation_decision', { eventId: null }))).toBe('/account/moderation')
    expect(newsDateText(item('event_invited'), Date.parse('2026-11-21T12:00:00Z'))).toBe(
      `Samedi 5 décembre à 20${NBSP}h${NBSP}30`,
    )
    expect(newsDateText(item('event_deleted', { event: null }))).toBeNull()
  })
})
