import { createECDH, randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import sharp from 'sharp'
import { addAlbumMedia, createAlbum, logAlbumAccess } from '#contract/albums'
import * as e from '#contract/events/events'
import { sendFeedback } from '#contract/feedback'
import * as m from '#contract/messaging/messages'
import * as acts from '#contract/messaging/acts'
import { sayTyping } from '#contract/messaging/typing'
import { createGroup, leaveConversation, addParticipants } from '#contract/messaging/groups'
import { saveFeelings } from '#contract/notes'
import * as p from '#contract/events/participants'
import { addPublicPhotos } from '#contract/profile/photos'
import { presenceHeartbeat } from '#contract/presence'
import { createJoinLink, setAvatar } from '#contract/profile/profile'
import { saveProfile } from '#contract/profile/data'
import { endRelation, setSharing } from '#contract/sharing'
import { block, report } from '#contract/safety'
import { saveUserPreferences, saveWebPush } from '#contract/push'
import { createRelation } from '../../../server/relations/service'
import { newId } from '../../../server/tokens'
import { person, placeInput, profile } from './profiles'
import { testApp, type Client, type Member, type TestApp } from '../server/server'
import { upload } from './world'

/**
 * The viewers. All but the first are members; each one's relation to the victim, or to its event,
 * is its name.
 */
export const NAMES = [
  'anonymous',
  'victim',
  'stranger',
  'relation',
  'named',
  'evented',
  'oneAlbum',
  'allAlbums',
  'ex',
  'blocked',
  'blocker',
  'confidant',
  'late',
  'left',
  'invited',
  'pending',
  'waiting',
  'accepted',
  'cancelled',
  'declined',
  'concealed',
  'coorg',
  'host',
] as const
export type Name = (typeof NAMES)[number]
export type MemberName = Exclude<Name, 'anonymous'>

/** A published realtime event: its channels and the whole envelope. */
export interface PublishedEvent {
  readonly channels: readonly string[]
  readonly text: string
  /**
   * Sent before the ex and the two blocked members were separated from the victim: allowed to them
   * then.
   */
  early?: boolean
}
export interface CanaryWorld {
  readonly t: TestApp
  readonly who: Readonly<Record<MemberName, Member>>
  readonly client: (name: Name) => Client
  readonly said: PublishedEvent[]
  readonly log: () => string
  readonly ids: Readonly<
    Record<
      | 'direct'
      | 'group'
      | 'eventTalk'
      | 'organizersTalk'
      | 'evening'
      | 'draft'
      | 'party'
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
  readonly feed: string
  readonly code: string
  readonly joinToken: string
}

export const SLUG = 'zqcode-soiree'
export const ADDRESS = { address: '8 Zqadresse', lat: 47.913577, lng: 1.903456, is_public: false }

/** A photo that contains its GPS position in the ways that a camera writes it. */
const located = (seed: number): Promise<Buffer> =>
  sharp({
    create: {
      width: 320,
      height: 240,
      channels: 3,
      background: { r: (seed * 53) % 255, g: (seed * 97) % 255, b: 140 },
    },
  })
    .withExif({
      IFD0: { ImageDescription: 'Zqexif', Artist: 'Zqexif' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '47/1 54/1 48/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '1/1 54/1 12/1',
      },
    })
    .jpeg()
    .toBuffer()

/**
 * One of everything that can be secret, each with a unique text, and a member in each relation to
 * it.
 */
export const createCanaryWorld = async (): Promise<CanaryWorld> => {
  const lines: string[] = []
  const logStream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString())
      done()
    },
  })
  const t = await testApp({ LOG_LEVEL: 'debug' }, { logStream })
  const { db } = t.ctx
  const said: PublishedEvent[] = []
  const publisher = t.ctx.realtime.publisher as Pick<
    TestApp['ctx']['realtime']['publisher'],
    'publish' | 'isHeard'
  >
  const publish = publisher.publish
  publisher.isHeard = () => true
  publisher.publish = (channels, name, data, except) => {
    said.push({ channels, text: JSON.stringify(data) })
    return publish(channels, name, data, except)
  }

  const who = {} as Record<MemberName, Member>
  const genders = { victim: ['woman', 'man'] } as const
  for (const name of NAMES)
    if (name !== 'anonymous')
      who[name] = await t.member(
        name === 'victim'
          ? 'zqvictime'
          : name === 'concealed'
            ? 'zqcache'
            : name === 'blocked'
              ? 'zqbloque'
              : name === 'blocker'
                ? 'zqbloqueur'
                : name.toLowerCase(),
        name === 'victim' ? genders.victim : ['woman'],
      )
  const v = who.victim
  const ok = async <T>(answer: Promise<{ status: number; body: T }>): Promise<T> => {
    const { status, body } = await answer
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }
  const raise = (text: string): never => {
    throw new Error(text)
  }
  const photo = async (by: Member, seed: number, filename = 'Zqfichier.jpg'): Promise<string> =>
    (await upload(by, await located(seed), filename)).body.media_id
  const relate = (a: Member, b: Member) =>
    db
      .transaction()
      .execute((trx) => createRelation(trx, a.accountId, b.accountId, 'link', t.ctx.now()))

  // identities
  await db
    .updateTable('users')
    .set({
      name: 'Zqnomcivil',
      birth_date: '1971-03-17',
      email: 'Zqcourriel@test.invalid',
      email_key: 'zqcourriel@test.invalid',
    })
    .where('id', '=', v.userId)
    .execute()
  await db
    .updateTable('sessions')
    .set({ user_agent: 'Zqappareil' })
    .where('user_id', '=', v.userId)
    .execute()
  await ok(
    v.call(saveProfile, {
      body: {
        data: profile({
          location: placeInput('45234'),
          person1: person({ firstName: 'Zqprenom', birthDate: '1974-08-23' }),
          person2: person({ firstName: 'Zqprenomdeux', birthDate: '1975-09-24' }),
        }),
      },
    }),
  )
  for (const name of [
    'relation',
    'named',
    'evented',
    'oneAlbum',
    'allAlbums',
    'ex',
    'blocked',
    'blocker',
    'confidant',
    'late',
    'left',
    'coorg',
    'host',
  ] as const)
    await relate(v, who[name])
  for (const name of ['blocked', 'blocker'] as const) await relate(who.host, who[name])

  // albums
  const albumOf = async (name: string, seed: number) => {
    const { album } = await ok(
      v.call(createAlbum, { body: { name, description: `${name}desc`, isPublic: false } }),
    )
    const id = await photo(v, seed)
    await ok(v.call(addAlbumMedia, { params: { id: album.id }, body: { mediaIds: [id] } }))
    return { id: album.id, photo: id }
  }
  // visible to every member, except across a block
  const avatar = await photo(v, 8)
  await ok(v.call(setAvatar, { body: { mediaId: avatar } }))
  const shown = await photo(v, 9)
  await ok(v.call(addPublicPhotos, { body: { media_ids: [shown] } }))
  const { album: open } = await ok(
    v.call(createAlbum, { body: { name: 'Zqalbumpublic', isPublic: true } }),
  )
  const [one, two] = [await albumOf('Zqalbumun', 1), await albumOf('Zqalbumdeux', 2)]
  await db
    .updateTable('media')
    .set({ blurhash: 'LZqflouteurUn0000000000000000' })
    .where('id', '=', one.photo)
    .execute()
  const shares = (given: {
    shareNames?: boolean
    shareEvents?: boolean
    shareAllPrivateAlbums?: boolean
    sharedAlbumIds?: string[]
  }) => ({
    shareNames: false,
    shareEvents: false,
    shareAllPrivateAlbums: false,
    sharedAlbumIds: [],
    ...given,
  })
  const all = shares({
    shareNames: true,
    shareEvents: true,
    shareAllPrivateAlbums: true,
    sharedAlbumIds: [one.id],
  })
  const share = (name: MemberName, body: ReturnType<typeof shares>) =>
    ok(v.call(setSharing, { params: { id: who[name].accountId }, body }))
  await share('named', shares({ shareNames: true }))
  await share('evented', shares({ shareEvents: true }))
  await share('oneAlbum', shares({ sharedAlbumIds: [one.id] }))
  await share('allAlbums', shares({ shareAllPrivateAlbums: true }))
  for (const name of ['ex', 'blocked', 'blocker'] as const) await share(name, all)
  await ok(who.oneAlbum.call(logAlbumAccess, { params: { id: one.id } }))
  const unsent = await photo(v, 3)

  // discussions
  const send = (by: Member, id: string, content: string, media: string[] = []) =>
    ok(
      by.call(m.sendMessage, {
        params: { id },
        body: {
          content,
          sender_identity_id: by.identityIds[0] ?? null,
          client_msg_id: newId(),
          media_ids: media,
        },
      }),
    )
  const { conversation: direct } = await ok(
    v.call(m.startConversation, { body: { handle: 'confidant' } }),
  )
  const directPhoto = await photo(v, 4)
  const message = await send(v, direct.id, 'Zqdirect', [directPhoto])
  const gone = await send(v, direct.id, 'Zqefface')
  await ok(v.call(acts.deleteMessage, { params: { id: gone.id } }))
  const { conversation: group } = await ok(
    v.call(createGroup, {
      body: {
        title: 'Zqgroupe',
        description: 'Zqgroupedesc',
        account_ids: [who.confidant.accountId, who.left.accountId],
      },
    }),
  )
  await send(v, group.id, 'Zqancien')
  await ok(who.left.call(leaveConversation, { params: { id: group.id } }))
  await ok(
    v.call(addParticipants, {
      params: { id: group.id },
      body: { account_ids: [who.late.accountId] },
    }),
  )
  said.length = 0
  await send(v, group.id, 'Zqrecent')

  // the event: its address hidden
  const at = (h: number): string => new Date(t.ctx.now() + h * 3_600_000).toISOString()
  const banner = await photo(v, 5)
  const make = async (by: Member, body: e.EventInput) =>
    (await ok(by.call(e.createEvent, { body }))).event.id
  const evening = await make(v, {
    title: 'Zqsoiree',
    slug: SLUG,
    description: 'Zqdescription',
    price: 'Zqtarif',
    payment_url: 'https://zqpaiement.example/x',
    start_date: at(72),
    end_date: at(78),
    place_id: '45234',
    private_location: ADDRESS,
    banner_media_id: banner,
    requires_approval: true,
    has_waitlist: true,
  })
  const draft = await make(v, {
    title: 'Zqbrouillon',
    slug: 'zqcode-brouillon',
    description: 'Zqbrouillondesc',
    start_date: at(96),
    place_id: '45234',
    private_location: { ...ADDRESS, address: '9 Zqadressedeux' },
  })
  await ok(v.call(e.publishEvent, { params: { id: evening }, body: { status: 'published' } }))
  for (const id of [evening, draft])
    await ok(
      v.call(p.addCoOrganizer, { params: { id }, body: { account_id: who.coorg.accountId } }),
    )
  const invite = async (by: Member, id: string, name: MemberName) => {
    const { success, error, participant } = await ok(
      by.call(p.inviteToEvent, { params: { id }, body: { account_handle: who[name].handle } }),
    )
    return success && participant ? participant.id : raise(error ?? 'not invited')
  }
  const patch = (participantId: string, body: object) =>
    ok(v.call(p.patchParticipant, { params: { id: evening }, body: { participantId, ...body } }))
  const rows = {} as Record<string, string>
  for (const name of [
    'invited',
    'pending',
    'waiting',
    'accepted',
    'cancelled',
    'declined',
    'concealed',
    'blocked',
    'blocker',
  ] as const)
    rows[name] = await invite(v, evening, name)
  await patch(rows['concealed'] ?? '', { is_hidden: true, organizer_comment: 'Zqcommentaire' })
  for (const name of [
    'accepted',
    'cancelled',
    'declined',
    'concealed',
    'blocked',
    'blocker',
  ] as const)
    await ok(who[name].call(e.subscribe, { params: { id: evening } }))
  await patch(rows['accepted'] ?? '', { organizer_comment: 'Zqcommentaire' })
  await patch(rows['cancelled'] ?? '', { status: 'cancelled' })
  await ok(who.declined.call(e.unsubscribe, { params: { id: evening } }))
  for (const [name, status] of [
    ['waiting', 'waitlist'],
    ['pending', 'pending_approval'],
  ] as const)
    await db
      .updateTable('event_participants')
      .set({ status })
      .where('id', '=', rows[name] ?? '')
      .execute()
  const eventTalk =
    (await ok(v.call(e.getEvent, { params: { id: evening }, query: {} }))).event.conversation_id ??
    raise('no conversation')
  const concealedAvatar = await photo(who.concealed, 6)
  await ok(who.concealed.call(setAvatar, { body: { mediaId: concealedAvatar } }))
  await db
    .updateTable('identities')
    .set({
      handle: 'zqcacheidentite',
      handle_key: 'zqcacheidentite',
      avatar_media_id: concealedAvatar,
    })
    .where('account_id', '=', who.concealed.accountId)
    .execute()
  const written = await send(who.concealed, eventTalk, 'Zqparole', [await photo(who.concealed, 7)])
  const answer = await send(who.accepted, eventTalk, 'Réponse')
  await ok(
    who.concealed.call(acts.setReaction, {
      params: { id: answer.id },
      body: { emoji: '👍', identity_id: who.concealed.identityIds[0] ?? '' },
    }),
  )
  await ok(
    who.concealed.call(m.markRead, {
      params: { id: eventTalk },
      body: { identityId: who.concealed.identityIds[0] ?? '' },
    }),
  )
  await ok(
    who.concealed.call(sayTyping, {
      params: { id: eventTalk },
      body: { identity_id: who.concealed.identityIds[0] ?? '', isTyping: true },
    }),
  )
  await ok(
    who.accepted.call(m.sendMessage, {
      params: { id: eventTalk },
      body: {
        content: 'Oui',
        sender_identity_id: who.accepted.identityIds[0] ?? null,
        client_msg_id: newId(),
        quoted_message_id: written.id,
      },
    }),
  )
  const opened = await ok(
    who.accepted.call(p.startEventConversation, { params: { id: evening }, body: {} }),
  )
  const organizersTalk = opened.conversation_id ?? raise('no conversation')
  await send(who.accepted, organizersTalk, 'Zqorganisateurs')
  const { code } = await ok(who.accepted.call(p.entryCode, { params: { id: evening } }))
  const feed =
    new URL(
      (await ok(who.accepted.call(p.calendarFeed, { body: { discreet: false } }))).url,
    ).pathname
      .split('/')
      .at(-1) ?? ''

  // another member's event, where the victim and members that it cannot see participate
  const party = await make(who.host, { title: 'Fête', start_date: at(80), place_id: '45234' })
  await ok(who.host.call(e.publishEvent, { params: { id: party }, body: { status: 'published' } }))
  for (const name of ['victim', 'blocked', 'blocker'] as const) {
    await invite(who.host, party, name)
    await ok(who[name].call(e.subscribe, { params: { id: party } }))
  }
  await ok(
    who.host.call(p.addCoOrganizer, { params: { id: party }, body: { account_id: v.accountId } }),
  )

  // pushes include the content
  for (const m of Object.values(who))
    await ok(m.call(saveUserPreferences, { body: { push: { details: true } } }))

  // the victim's notes, reports, comments and links; then what ends: blocks, relations
  for (const name of ['relation', 'named', 'accepted', 'stranger', 'blocked'] as const)
    await ok(
      v.call(saveFeelings, {
        params: { id: who[name].accountId },
        body: {
          global_comment: 'Zqnote',
          identity_feelings: { [v.identityIds[0] ?? '']: { feeling: 73, comment: 'Zqressenti' } },
        },
      }),
    )
  await ok(
    v.call(report, {
      body: {
        kind: 'profile',
        id: who.relation.accountId,
        reason: 'spam',
        comment: 'Zqsignalement',
      },
    }),
  )
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  await ok(
    v.call(saveWebPush, {
      body: {
        endpoint: 'https://web.push.apple.com/zqabonnement',
        keys,
        origin: 'https://exemple.test',
        userAgent: 'Zqtelephone',
        platform: 'ios',
        identityId: v.identityIds[0] ?? '',
      },
    }),
  )
  await ok(v.call(sendFeedback, { body: { content: 'Zqavis', url_path: '/zqpage' } }))
  const { link } = await ok(v.call(createJoinLink, { body: { kind: 'member' } }))
  await ok(v.call(endRelation, { params: { id: who.ex.accountId } }))
  await ok(v.call(block, { params: { id: who.blocked.accountId } }))
  await ok(who.blocker.call(block, { params: { id: v.accountId } }))
  const pause = () => new Promise((done) => setTimeout(done, 50))
  await pause()
  for (const s of said) s.early = true
  // events that separated members could still receive
  const partyTalk =
    (await ok(v.call(e.getEvent, { params: { id: party }, query: {} }))).event.conversation_id ??
    raise('no conversation')
  await send(v, eventTalk, 'Bonsoir à tous')
  await send(who.concealed, eventTalk, 'Zqparole')
  await ok(
    v.call(acts.setReaction, {
      params: { id: answer.id },
      body: { emoji: '👍', identity_id: v.identityIds[0] ?? '' },
    }),
  )
  for (const by of [v, who.blocked, who.blocker, who.ex]) await ok(by.call(presenceHeartbeat))
  await ok(
    v.call(sayTyping, {
      params: { id: partyTalk },
      body: { identity_id: v.identityIds[0] ?? '', isTyping: true },
    }),
  )
  await ok(
    v.call(m.markRead, { params: { id: partyTalk }, body: { identityId: v.identityIds[0] ?? '' } }),
  )
  await ok(v.call(e.updateEvent, { params: { id: party }, body: { price: '10 €' } }))
  await pause()
  return {
    t,
    who,
    said,
    log: () => lines.join(''),
    feed,
    code,
    joinToken: new URL(link.url ?? '').pathname.split('/').at(-1) ?? '',
    client: (name) => (name === 'anonymous' ? t.client() : who[name]),
    ids: {
      direct: direct.id,
      group: group.id,
      eventTalk,
      organizersTalk,
      evening,
      draft,
      party,
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
