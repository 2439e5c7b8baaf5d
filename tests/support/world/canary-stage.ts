import { Writable } from 'node:stream'
import sharp from 'sharp'
import * as e from '#contract/events/events'
import * as m from '#contract/messaging/messages'
import * as p from '#contract/events/participants'
import { createRelation } from '../../../server/relations/service'
import { newId } from '../../../server/tokens'
import { testApp, type Member, type TestApp } from '../server/server'
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
  'neighbour',
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
   * Sent before the ex, the two blocked members and the neighbour were separated from the victim: allowed to them
   * then.
   */
  early?: boolean
}
export const SLUG = 'zqcode-soiree'
export const ADDRESS = { address: '8 Zqadresse', lat: 47.913577, lng: 1.903456, is_public: false }

/** A photo that contains its GPS position in the ways that a camera writes it. */
export const located = (seed: number): Promise<Buffer> =>
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

/** Handles that must not appear where a member is concealed or separated. */
const HANDLES: Partial<Record<MemberName, string>> = {
  victim: 'zqvictime',
  concealed: 'zqcache',
  blocked: 'zqbloque',
  blocker: 'zqbloqueur',
  neighbour: 'zqvoisin',
}

/** Until what goes on after the replies has ended, on a busy machine long after, and is published. */
export const pause = async ({ t }: { readonly t: TestApp }): Promise<void> => {
  await t.ctx.bus.idle()
  await new Promise((done) => setTimeout(done, 50))
}
export const raise = (text: string): never => {
  throw new Error(text)
}
export const ok = async <T>(answer: Promise<{ status: number; body: T }>): Promise<T> => {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

/** The app with every realtime event and log line recorded, and the members. */
export const openApp = async (settings: Record<string, string> = {}) => {
  const lines: string[] = []
  const logStream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString())
      done()
    },
  })
  const t = await testApp({ LOG_LEVEL: 'debug', REALTIME_REST: '1', ...settings }, { logStream })
  const { db } = t.ctx
  const said: PublishedEvent[] = []
  const publisher = t.ctx.realtime.publisher as Pick<
    TestApp['ctx']['realtime']['publisher'],
    'publish' | 'isHeard' | 'listeners'
  >
  const publish = publisher.publish
  publisher.isHeard = () => true
  publisher.listeners = () => null
  publisher.publish = (channels, name, data, except) => {
    said.push({ channels, text: JSON.stringify(data) })
    return publish(channels, name, data, except)
  }
  const who = {} as Record<MemberName, Member>
  const genders = { victim: ['woman', 'man'] } as const
  for (const name of NAMES)
    if (name !== 'anonymous')
      who[name] = await t.member(
        HANDLES[name] ?? name.toLowerCase(),
        name === 'victim' ? genders.victim : ['woman'],
      )
  return { t, db, said, lines, who, v: who.victim }
}

/** Calls that several parts of the world make. */
export const createCalls = (
  { t, db }: Awaited<ReturnType<typeof openApp>>,
  who: Readonly<Record<MemberName, Member>>,
) => {
  const photo = async (by: Member, seed: number, filename = 'Zqfichier.jpg'): Promise<string> =>
    (await upload(by, await located(seed), filename)).body.media_id
  const relate = (a: Member, b: Member) =>
    db
      .transaction()
      .execute((trx) => createRelation(trx, a.accountId, b.accountId, 'link', t.ctx.now()))

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
  const at = (h: number): string => new Date(t.ctx.now() + h * 3_600_000).toISOString()
  const make = async (by: Member, body: e.EventInput) => {
    const { id } = (await ok(by.call(e.createEvent, { body }))).event
    // a constant to look for, without the random end
    if (body.slug)
      await t.ctx.db.updateTable('events').set({ slug: body.slug }).where('id', '=', id).execute()
    return id
  }
  const invite = async (by: Member, id: string, name: MemberName) => {
    const { success, error, participant } = await ok(
      by.call(p.inviteToEvent, { params: { id }, body: { account_handle: who[name].handle } }),
    )
    return success && participant ? participant.id : raise(error ?? 'not invited')
  }
  return { photo, relate, send, at, make, invite }
}
export type Stage = Awaited<ReturnType<typeof openApp>> & ReturnType<typeof createCalls>
