import { createECDH, randomBytes } from 'node:crypto'
import { askAlbum } from '#contract/albums/requests'
import { addAlbumMedia, createAlbum } from '#contract/albums/albums'
import * as e from '#contract/events/events'
import * as p from '#contract/events/participants'
import { sendFeedback } from '#contract/feedback'
import * as acts from '#contract/messaging/acts'
import { createGroup } from '#contract/messaging/groups'
import { setFourHands } from '#contract/messaging/held'
import * as m from '#contract/messaging/messages'
import { saveFeelings } from '#contract/notes'
import { saveProfile } from '#contract/profile/data'
import { addPublicPhotos } from '#contract/profile/photos'
import { createAccount, setAvatar } from '#contract/profile/profile'
import { saveWebPush } from '#contract/push'
import { report } from '#contract/safety'
import { changeEmail } from '#contract/session/security'
import { maskedIdOf } from '../../../server/tokens'
import { GOOD_PASSWORD, newcomer } from '../../server/mailbox'
import type { Member, TestApp } from '../server/server'
import { drawn } from './drawn'
import { say } from './exchanges'
import { person, placeInput, profile } from './profiles'
import { upload } from './world'

/** What members wrote that the disk must not reveal, and what is in the clear by decision. */
export interface Secrets {
  /** Words by what they are. */
  readonly words: ReadonlyMap<string, string>
  /** A title, which the database searches by (docs/decisions/049). */
  readonly open: string
  /** Pictures as members sent them. */
  readonly sent: readonly Buffer[]
}

const ok = async <T>(answer: Promise<{ status: number; body: T }>): Promise<T> => {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

interface Fill {
  readonly t: TestApp
  /** A new word that is like no other. */
  readonly word: (what: string) => string
  /** A text that is known already, such as a date. */
  readonly known: (what: string, text: string) => string
  readonly photo: (by: Member) => Promise<string>
  readonly anna: Member
  readonly bruno: Member
}

/** A login by the real registration: its address, name and date of birth. */
const register = async ({ t, word, known }: Fill): Promise<void> => {
  const user = await newcomer(t, known('e-mail', 'zkcourrielrare@exemple.test'), {
    name: word('civil name'),
    birthDate: known('date of birth', '1971-03-17'),
  })
  await ok(
    user.call(createAccount, {
      body: {
        account_handle: 'nouvelle',
        identities: [{ identity_handle: 'nouvelle', gender: 'woman', is_primary: true }],
      },
    }),
  )
  const email = known('new e-mail', 'zkadressesuivante@exemple.test')
  await ok(user.call(changeEmail, { body: { email, password: GOOD_PASSWORD } }))
}

const writeProfile = async ({ anna, bruno, word, known, photo }: Fill): Promise<void> => {
  const one = (n: string) =>
    person({
      firstName: word(`first name ${n}`),
      description: word(`description of person ${n}`),
    })
  await ok(
    anna.call(saveProfile, {
      body: {
        data: profile({
          location: placeInput('45234'),
          description: word('description of the couple'),
          person1: { ...one('1'), birthDate: known('birth date 1', '1974-08-23') },
          person2: { ...one('2'), birthDate: known('birth date 2', '1975-09-24') },
        }),
      },
    }),
  )
  await ok(anna.call(setAvatar, { body: { mediaId: await photo(anna) } }))
  await ok(anna.call(addPublicPhotos, { body: { media_ids: [await photo(anna)] } }))
  for (const [by, about] of [
    [anna, bruno],
    [bruno, anna],
  ] as const)
    await ok(
      by.call(saveFeelings, {
        params: { id: about.accountId },
        body: {
          global_comment: word(`note of ${by.handle}`),
          identity_feelings: {
            [by.identityIds[0] ?? '']: { feeling: 73, comment: word(`feeling of ${by.handle}`) },
          },
        },
      }),
    )
}

const openAlbums = async ({ t, anna, bruno, word, photo }: Fill): Promise<void> => {
  for (const n of ['1', '2']) {
    const { album } = await ok(
      anna.call(createAlbum, {
        body: {
          name: word(`album ${n}`),
          description: word(`description of album ${n}`),
          isPublic: false,
        },
      }),
    )
    const mediaIds = [await photo(anna)]
    await ok(anna.call(addAlbumMedia, { params: { id: album.id }, body: { mediaIds } }))
    if (n === '1')
      await ok(
        bruno.call(askAlbum, {
          body: {
            account_id: anna.accountId,
            album_id: maskedIdOf(t.ctx.secret, 'album', album.id),
            words: word('request of an album'),
          },
        }),
      )
  }
}

/** Returns the title, which is in the clear. */
const holdEvent = async ({ t, anna, bruno, word, known, photo }: Fill): Promise<string> => {
  const title = 'Zktitreouvert'
  const point = { lat: 47.913577, lng: 1.903456 }
  const { event } = await ok(
    anna.call(e.createEvent, {
      body: {
        title,
        start_date: new Date(t.ctx.now() + 864e5).toISOString(),
        place_id: '45234',
        private_location: { address: word('address of an event'), ...point, is_public: false },
        banner_media_id: await photo(anna),
        requires_approval: true,
        questions: ['Une question\u00a0?'],
      },
    }),
  )
  for (const n of [point.lat, point.lng]) known(`point ${n}`, String(n))
  const at = { params: { id: event.id } }
  await ok(anna.call(e.publishEvent, { ...at, body: { status: 'published' } }))
  const { participant } = await ok(
    anna.call(p.inviteToEvent, { ...at, body: { account_handle: bruno.handle } }),
  )
  const [question] = (await ok(anna.call(e.getEvent, { ...at, query: {} }))).event.questions
  await ok(
    bruno.call(e.participateInEvent, {
      ...at,
      body: { answers: [{ question_id: question?.id ?? '', text: word('answer to an event') }] },
    }),
  )
  await ok(
    anna.call(p.patchParticipant, {
      ...at,
      body: {
        participantId: participant?.id ?? '',
        organizer_comment: word('comment of an organizer'),
      },
    }),
  )
  return title
}

const talk = async ({ anna, bruno, word, photo }: Fill): Promise<void> => {
  const { conversation: direct } = await ok(
    anna.call(m.startConversation, { body: { handle: bruno.handle } }),
  )
  for (let n = 1; n <= 6; n += 1)
    await say(n % 2 ? anna : bruno, direct.id, `Bonsoir ${word(`message ${n}`)}, à bientôt`)
  await say(anna, direct.id, word('words of a photo'), { media_ids: [await photo(anna)] })
  const edited = await say(anna, direct.id, word('message before its edit'))
  await ok(
    anna.call(acts.editMessage, {
      params: { id: edited.id },
      body: { content: word('message after its edit') },
    }),
  )
  const reported = await say(bruno, direct.id, word('reported message'))
  for (const body of [
    { kind: 'message', id: reported.id, reason: 'harassment', comment: word('report 1') },
    { kind: 'profile', id: bruno.accountId, reason: 'spam', comment: word('report 2') },
  ] as const)
    await ok(anna.call(report, { body }))
  const { conversation: group } = await ok(
    anna.call(createGroup, { body: { title: 'Groupe', account_ids: [bruno.accountId] } }),
  )
  for (let n = 1; n <= 3; n += 1) await say(anna, group.id, word(`message of a group ${n}`))
  await ok(anna.call(setFourHands, { params: { id: direct.id }, body: { on: true } }))
  await say(anna, direct.id, word('held message'), {
    sender_identity_id: null,
    media_ids: [await photo(anna)],
  })
  await ok(anna.call(sendFeedback, { body: { content: word('feedback'), url_path: '/page' } }))
  await ok(
    anna.call(saveWebPush, {
      body: {
        endpoint: `https://web.push.apple.com/${word('push endpoint')}`,
        keys: {
          p256dh: createECDH('prime256v1').generateKeys('base64url'),
          auth: randomBytes(16).toString('base64url'),
        },
        origin: 'https://exemple.test',
        userAgent: 'iPhone',
        platform: 'ios',
        identityId: anna.identityIds[0] ?? '',
      },
    }),
  )
}

/** Writes one of everything that is to lie encrypted, through the routes of the server. */
export const writeSecrets = async (t: TestApp): Promise<Secrets> => {
  const words = new Map<string, string>()
  const sent: Buffer[] = []
  const known = (what: string, text: string): string => {
    if (words.has(what)) throw new Error(`${what} twice`)
    words.set(what, text)
    return text
  }
  const fill: Fill = {
    t,
    known,
    // without an accent or a hyphen: the pages of the search hold it in one piece
    word: (what) => known(what, `Zk${randomBytes(8).toString('hex')}`),
    photo: async (by) => {
      const jpeg = await drawn(100 + sent.length, 900, 700)
      sent.push(jpeg)
      return (await upload(by, jpeg)).body.media_id
    },
    anna: await t.member('anna', ['woman', 'man']),
    bruno: await t.member('bruno'),
  }
  await t.relate(fill.anna, fill.bruno)
  await register(fill)
  await writeProfile(fill)
  await openAlbums(fill)
  const open = await holdEvent(fill)
  await talk(fill)
  return { words, open, sent }
}
