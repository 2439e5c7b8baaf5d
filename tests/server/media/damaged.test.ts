import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mediaThumbnail, mediaUrl } from '#contract/media'
import { masterKeyFile } from '../../../server/db/seal/master'
import { HEADER } from '../../../server/media/seal/format'
import { testApp, type Member, type TestApp } from '../../support/server/server'
import { drawn } from '../../support/world/drawn'
import { upload } from '../../support/world/world'

let t: TestApp
let address: string
let member: Member
let lines: string[] = []
interface Photo {
  readonly id: string
  readonly key: string
  /** Of the file on disk. */
  readonly path: string
}
let photo: Photo
let other: Photo
let whole: Buffer

const uploaded = async (seed: number): Promise<Photo> => {
  const id = (await upload(member, await drawn(seed))).body.media_id
  const { storage_key: key } = await t.ctx.db
    .selectFrom('media')
    .where('id', '=', id)
    .select('storage_key')
    .executeTakeFirstOrThrow()
  return { id, key, path: join(t.ctx.env.DATA_DIR, 'media', key) }
}

beforeAll(async () => {
  const logStream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString())
      done()
    },
  })
  t = await testApp({ SECRET: '', LOG_LEVEL: 'info' }, { logStream })
  address = await t.listen()
  member = await t.member()
  photo = await uploaded(3)
  other = await uploaded(4)
  whole = readFileSync(photo.path)
})
beforeEach(() => writeFileSync(photo.path, whole))
afterAll(() => t.close())

type Shown =
  | { readonly status: number; readonly bytes: Buffer; readonly type: string | null }
  /** The connection ended before the announced length. */
  | 'broken off'
/** As an <img> reads it, over a real connection. */
const read = async (path: string): Promise<Shown> => {
  const reply = await fetch(address + path)
  const bytes = await reply.arrayBuffer().catch(() => null)
  if (!bytes) return 'broken off'
  return {
    status: reply.status,
    bytes: Buffer.from(bytes),
    type: reply.headers.get('content-type'),
  }
}
const linkOf = async (id: string): Promise<string> =>
  (await member.call(mediaUrl, { params: { id } })).body.signed_url
const thumbnailOf = async (id: string): Promise<string> =>
  (await member.call(mediaThumbnail, { params: { id } })).body.thumbnail_url

const flipped = (file: Buffer, at: number): Buffer => {
  const copy = Buffer.from(file)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}
const FRAME = 65_552
/** What the disk made of a file, and whether its first frame can still be read. */
const DAMAGES: readonly [string, (file: Buffer) => Buffer, 'at once' | 'later'][] = [
  ['emptied', () => Buffer.alloc(0), 'at once'],
  ['cut in its first bytes', (f) => f.subarray(0, 3), 'at once'],
  ['cut in its header', (f) => f.subarray(0, HEADER - 1), 'at once'],
  ['cut after its header', (f) => f.subarray(0, HEADER), 'at once'],
  ['cut within its first frame', (f) => f.subarray(0, HEADER + 1000), 'at once'],
  ['cut between two frames', (f) => f.subarray(0, HEADER + FRAME), 'at once'],
  ['cut at its end', (f) => f.subarray(0, f.length - 1), 'later'],
  ['altered in its mark', (f) => flipped(f, 1), 'at once'],
  ['altered in the id of its key', (f) => flipped(f, 6), 'at once'],
  ['altered in its own key', (f) => flipped(f, 30), 'at once'],
  ['altered at its start', (f) => flipped(f, HEADER + 10), 'at once'],
  ['altered in its second frame', (f) => flipped(f, HEADER + FRAME + 10), 'later'],
  ['another’s', () => readFileSync(other.path), 'at once'],
  ['zeros', (f) => Buffer.alloc(f.length), 'at once'],
  ['longer than it was', (f) => Buffer.concat([f, Buffer.alloc(10)]), 'later'],
]

test.each(DAMAGES)(
  'a photo file that was %s is refused and named in the log; all others are served',
  async (_name, damage, when) => {
    expect(whole.length).toBeGreaterThan(HEADER + 2 * FRAME)
    const link = await linkOf(photo.id)
    const before = await read(link)
    lines = []
    writeFileSync(photo.path, damage(whole))
    const shown = await read(link)
    if (when === 'later') expect(shown).toBe('broken off')
    else {
      expect(shown).toMatchObject({ status: 500, type: expect.stringContaining('json') as string })
      expect(shown === 'broken off' ? '' : shown.bytes.toString()).toContain('"internal"')
    }
    // the log names the file: the operator puts that one back
    await expect.poll(() => lines.join('')).toContain(`photo file ${photo.key} cannot be read`)
    const log = lines.join('')
    for (const secret of [
      readFileSync(masterKeyFile(t.ctx.env), 'utf8').trim(),
      new URL(link, address).searchParams.get('s') ?? link,
      member.token,
      member.email,
    ])
      expect(log).not.toContain(secret)
    // its thumbnail is another file
    for (const path of [await thumbnailOf(photo.id), await linkOf(other.id)])
      expect(await read(path)).toMatchObject({ status: 200, type: 'image/jpeg' })

    writeFileSync(photo.path, whole)
    expect(await read(link)).toEqual(before)
  },
)

test('a photo that was stored in the clear before is still shown', async () => {
  const link = await linkOf(photo.id)
  const shown = await read(link)
  if (shown === 'broken off') throw new Error(shown)
  writeFileSync(photo.path, shown.bytes)
  expect(await read(link)).toEqual(shown)
})
