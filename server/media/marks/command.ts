import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { openDatabase } from '../../db/client'
import type { Conn } from '../../db/dialect'
import { migrate } from '../../db/migrations'
import { SettingError, type Env } from '../../env'
import { loadSecret } from '../../secret'
import { openStorage } from '../open'
import { readWhole, type Storage } from '../storage'
import { alignCopy } from './align'
import { markOfLook } from './staff'
import { cellDifferences, MARK_FOUND_SCORE, rankMarks } from './trace'

const HELP = `npm run trace -- PHOTO [--media=ID] [--evidence=ID]
Compares a picture with the marked photos that were served, and names the viewers whose mark it holds.
With --evidence: with the frozen photos of that evidence, as the staff were shown them.`
/** Likeness above which a picture is a copy of a photo. */
const COPY = 0.9
const SHOWN = 5

/** The marked photo that a picture is a copy of: compared by thumbnails. */
const findOriginal = async (
  db: Conn,
  storage: Storage,
  picture: Buffer,
  only: string | undefined,
): Promise<{ readonly id: string; readonly storage_key: string } | null> => {
  const all = db
    .selectFrom('media')
    .where('id', 'in', (eb) => eb.selectFrom('photo_marks').select('media_id'))
    .select(['id', 'storage_key', 'thumbnail_key'])
  const small = await sharp(picture).resize({ width: 480, height: 480, fit: 'inside' }).toBuffer()
  let best: { id: string; storage_key: string; score: number } | null = null
  for (const row of await (only ? all.where('id', '=', only) : all).execute()) {
    const thumbnail = await readWhole(storage, row.thumbnail_key)
    if (!thumbnail) continue
    const { score } = await alignCopy(thumbnail, small)
    if (score > (best?.score ?? -1)) best = { ...row, score }
  }
  return best && best.score >= COPY ? best : null
}

interface Traced {
  readonly mediaId: string
  /** The best fits, whether a mark was found or not. */
  readonly fits: readonly { readonly handle: string; readonly day: string; readonly z: number }[]
}
/** Viewers whose mark a picture may hold; null: no marked photo looks like it. */
export const traceMarks = async (
  { db, storage, secret }: { db: Conn; storage: Storage; secret: Uint8Array },
  picture: Buffer,
  only?: string,
): Promise<Traced | null> => {
  const row = await findOriginal(db, storage, picture, only)
  const bytes = row && (await readWhole(storage, row.storage_key))
  if (!bytes) return null
  const { original, copy, place } = await alignCopy(bytes, picture)
  const marks = await db
    .selectFrom('photo_marks as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .where('p.media_id', '=', row.id)
    .select(['p.media_id as mediaId', 'p.account_id as accountId', 'p.day', 'a.handle'])
    .execute()
  const fits = rankMarks(secret, cellDifferences(original, copy, place), marks)
  return {
    mediaId: row.id,
    fits: fits.slice(0, SHOWN).map(({ handle, day, z }) => ({ handle, day, z })),
  }
}

/** Looks of staff at frozen photos whose mark a picture may hold; null: it is a copy of none of them. */
export const traceEvidence = async (
  { db, secret }: { db: Conn; secret: Uint8Array },
  picture: Buffer,
  evidenceId: string,
): Promise<Traced | null> => {
  const photos = await db
    .selectFrom('evidence_photos')
    .where('evidence_id', '=', evidenceId)
    .select(['position', 'jpeg'])
    .execute()
  const looks = await db
    .selectFrom('audit_log')
    .where('act', '=', 'evidence.photo_opened')
    .where('target_id', '=', evidenceId)
    .select(['user_id', 'who', 'at', 'detail'])
    .execute()
  for (const { position, jpeg } of photos) {
    const { original, copy, place, score } = await alignCopy(Buffer.from(jpeg, 'base64'), picture)
    if (score < COPY) continue
    const marks = looks
      .filter(({ detail }) => (JSON.parse(detail) as { position?: number }).position === position)
      .map(({ user_id: userId, who, at }) => ({
        ...markOfLook({ evidenceId, position, userId, at }),
        handle: who,
      }))
    const fits = rankMarks(secret, cellDifferences(original, copy, place), marks)
    const shown = fits.slice(0, SHOWN).map(({ handle, day, z }) => ({ handle, day, z }))
    return { mediaId: `${position} of evidence ${evidenceId}`, fits: shown }
  }
  return null
}

/** `npm run trace`; the server may be running. */
export const runTraceTool = async (env: Env, words: readonly string[]): Promise<void> => {
  const file = words.find((w) => !w.startsWith('--'))
  const given = (name: string): string | undefined =>
    words.find((w) => w.startsWith(`--${name}=`))?.slice(name.length + 3)
  const [only, evidence] = [given('media'), given('evidence')]
  if (!file) throw new SettingError(HELP)
  const picture = await readFile(file).catch(() => {
    throw new SettingError(`${file} cannot be read.`)
  })
  await sharp(picture)
    .metadata()
    .catch(() => {
      throw new SettingError(`${file} is not a picture.`)
    })
  const database = openDatabase(env, () => undefined)
  try {
    await migrate(database.db)
    const secret = loadSecret(env.SECRET, env.DATA_DIR)
    const traced = evidence
      ? await traceEvidence({ db: database.db, secret }, picture, evidence)
      : await traceMarks({ db: database.db, storage: openStorage(env), secret }, picture, only)
    if (!traced) return console.log('No photo that was served with a mark looks like this picture.')
    const found = traced.fits.filter((f) => f.z >= MARK_FOUND_SCORE)
    console.log(`A copy of photo ${traced.mediaId}.`)
    for (const { handle, day, z } of traced.fits)
      console.log(
        `${z >= MARK_FOUND_SCORE ? 'found' : '     '}  ${z.toFixed(1).padStart(5)}  ${day}  ${handle}`,
      )
    console.log(
      found.length > 0
        ? 'Each found mark was in a picture served to that account on that day. It is a hint, not a verdict: an account may have been read by others.'
        : `No mark reaches ${MARK_FOUND_SCORE} standard deviations: nobody is named.`,
    )
  } finally {
    await database.close()
  }
}
