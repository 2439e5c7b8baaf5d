import { createECDH, randomBytes } from 'node:crypto'
import { askAlbum } from '#contract/albums/requests'
import { addAlbumMedia, createAlbum } from '#contract/albums/albums'
import { logAlbumAccess } from '#contract/albums/shares'
import * as e from '#contract/events/events'
import { sendFeedback } from '#contract/feedback'
import * as m from '#contract/messaging/messages'
import * as acts from '#contract/messaging/acts'
import { setFourHands } from '#contract/messaging/held'
import { sayTyping } from '#contract/messaging/typing'
import { createGroup, leaveConversation, addParticipants } from '#contract/messaging/groups'
import { saveFeelings } from '#contract/notes'
import { addPublicPhotos } from '#contract/profile/photos'
import { presenceHeartbeat } from '#contract/presence'
import { createJoinLink, setAvatar } from '#contract/profile/profile'
import { saveProfile } from '#contract/profile/data'
import { endRelation, setSharing } from '#contract/sharing'
import { block, report } from '#contract/safety'
import { addZone } from '#contract/zones'
import { saveUserPreferences, saveWebPush } from '#contract/push'
import { maskedIdOf, newId } from '../../../server/tokens'
import { person, placeInput, profile } from './profiles'
import { ok, raise, pause, type MemberName, type Stage } from './canary-stage'

/** Names, birth dates, addresses and relations of the victim. */
export const addIdentities = async ({ db, who, v, relate }: Stage) => {
  await db
    .updateTable('users')
    .set({
      name: 'Zqnomcivil',
      birth_date: '1971-03-17',
      email: 'Zqcourriel@test.invalid',
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
    'neighbour',
    'confidant',
    'late',
    'left',
    'coorg',
    'host',
  ] as const)
    await relate(v, who[name])
  for (const name of ['blocked', 'blocker', 'neighbour'] as const) await relate(who.host, who[name])
}

/** Albums with shares to one member each, an avatar and a public photo. */
export const addAlbums = async ({ t, db, who, v, photo }: Stage) => {
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
  for (const name of ['ex', 'blocked', 'blocker', 'neighbour'] as const) await share(name, all)
  await ok(who.oneAlbum.call(logAlbumAccess, { params: { id: one.id } }))
  await ok(
    who.relation.call(askAlbum, {
      body: {
        account_id: v.accountId,
        album_id: maskedIdOf(t.ctx.secret, 'album', one.id),
        words: 'Zqdemande',
      },
    }),
  )
  const unsent = await photo(v, 3)
  return { avatar, shown, open, one, two, unsent }
}

/** A direct conversation and a group of the victim. */
export const addConversations = async ({ who, v, said, photo, send }: Stage) => {
  const { conversation: direct } = await ok(
    v.call(m.startConversation, { body: { handle: 'confidant' } }),
  )
  const directPhoto = await photo(v, 4)
  const message = await send(v, direct.id, 'Zqdirect', [directPhoto])
  const gone = await send(v, direct.id, 'Zqefface')
  await ok(v.call(acts.deleteMessage, { params: { id: gone.id } }))
  await ok(v.call(setFourHands, { params: { id: direct.id }, body: { on: true } }))
  const { id: held } = await ok(
    v.call(m.sendMessage, {
      params: { id: direct.id },
      body: {
        content: 'Zqretenu',
        sender_identity_id: null,
        client_msg_id: newId(),
        media_ids: [await photo(v, 6)],
        quoted_message_id: message.id,
      },
    }),
  )
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
  return { direct, group, directPhoto, message, held }
}

/** The victim's notes, report, device, feedback and link; pushes include the content. */
export const addPrivateRows = async ({ who, v }: Stage) => {
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
  return link
}

/** Ends relations by a block or directly, then causes events that only others may receive. */
export const separateMembers = async (
  stage: Stage,
  { eventTalk, answer, party }: { eventTalk: string; answer: { id: string }; party: string },
) => {
  const { who, v, said, send } = stage
  await ok(v.call(endRelation, { params: { id: who.ex.accountId } }))
  await ok(v.call(block, { params: { id: who.blocked.accountId } }))
  await ok(who.blocker.call(block, { params: { id: v.accountId } }))
  // Lille: only the neighbour lives there
  await ok(
    who.neighbour.call(saveProfile, { body: { data: profile({ location: placeInput('59350') }) } }),
  )
  for (const place_id of ['59350', '2A004'])
    await ok(v.call(addZone, { body: { place_id, radius_km: 5 } }))
  await pause(stage)
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
  for (const by of [v, who.blocked, who.blocker, who.neighbour, who.ex])
    await ok(by.call(presenceHeartbeat))
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
  await pause(stage)
}
