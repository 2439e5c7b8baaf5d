import { type Client, type Member, type TestApp } from '../server/server'
import { addEvent, addEventParticipants, addEventTalk, addParty, addPast } from './canary-events'
import {
  addAlbums,
  addConversations,
  addIdentities,
  addPrivateRows,
  separateMembers,
} from './canary-parts'
import {
  createCalls,
  openApp,
  type MemberName,
  type Name,
  type PublishedEvent,
  type Stage,
} from './canary-stage'
import { addWaiting } from './canary-waiting'

export { ADDRESS, NAMES, SLUG, type MemberName, type Name } from './canary-stage'

export interface CanaryWorld {
  readonly t: TestApp
  readonly who: Readonly<Record<MemberName, Member>>
  readonly client: (name: Name) => Client
  readonly said: PublishedEvent[]
  readonly log: () => string
  readonly ids: Readonly<
    Record<
      | 'direct'
      | 'held'
      | 'group'
      | 'eventTalk'
      | 'organizersTalk'
      | 'evening'
      | 'draft'
      | 'party'
      | 'past'
      | 'albumOne'
      | 'albumTwo'
      | 'albumOpen'
      | 'avatar'
      | 'shown'
      | 'albumPhoto'
      | 'directPhoto'
      | 'unsent'
      | 'banner'
      | 'message'
      | 'concealedAvatar'
      | 'acceptedRow'
      | 'concealedRow',
      string
    >
  >
  /** Photos on each surface of the victim to which one of its persons has not agreed. */
  readonly waiting: readonly string[]
  readonly feed: string
  readonly code: string
  readonly joinToken: string
}

/**
 * One of everything that can be secret, each with a unique text, and a member in each relation to
 * it.
 */
export const createCanaryWorld = async (
  settings: Record<string, string> = {},
): Promise<CanaryWorld> => {
  const app = await openApp(settings)
  const stage: Stage = { ...app, ...createCalls(app, app.who) }
  await addIdentities(stage)
  const { avatar, shown, open, one, two, unsent } = await addAlbums(stage)
  const { direct, group, directPhoto, message, held } = await addConversations(stage)
  const { evening, draft, banner } = await addEvent(stage)
  const waiting = await addWaiting(stage, {
    albums: [open.id, one.id],
    group: group.id,
    events: [evening, draft],
  })
  const rows = await addEventParticipants(stage, evening)
  const { eventTalk, concealedAvatar, answer, organizersTalk, code, feed } = await addEventTalk(
    stage,
    evening,
  )
  const party = await addParty(stage)
  const past = await addPast(stage)
  const link = await addPrivateRows(stage)
  await separateMembers(stage, { eventTalk, answer, party })
  return {
    t: app.t,
    who: app.who,
    said: app.said,
    log: () => app.lines.join(''),
    waiting,
    feed,
    code,
    joinToken: new URL(link.url ?? '').pathname.split('/').at(-1) ?? '',
    client: (name) => (name === 'anonymous' ? app.t.client() : app.who[name]),
    ids: {
      direct: direct.id,
      held,
      group: group.id,
      eventTalk,
      organizersTalk,
      evening,
      draft,
      party,
      past,
      albumOne: one.id,
      albumTwo: two.id,
      albumOpen: open.id,
      avatar,
      shown,
      albumPhoto: one.photo,
      directPhoto,
      unsent,
      banner,
      message: message.id,
      concealedAvatar,
      acceptedRow: rows['accepted'] ?? '',
      concealedRow: rows['concealed'] ?? '',
    },
  }
}
