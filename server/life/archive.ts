import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { isNotBrief } from '../access/media'
import type { Ctx, Viewer } from '../context'
import { isDamaged } from '../media/service'
import { longTime } from '../paris'
import { collectArchive } from './collect'

const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
const shown = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '<em>—</em>'
  if (typeof value === 'string' && /^photos\/[\w-]+\.jpg$/.test(value))
    return `<a href="${value}"><img src="${value}" alt="" loading="lazy"></a>`
  if (Array.isArray(value))
    return value.length === 0
      ? '<em>aucun</em>'
      : `<ul>${value.map((v) => `<li>${shown(v)}</li>`).join('')}</ul>`
  if (typeof value === 'object')
    return `<dl>${Object.entries(value)
      .map(([k, v]) => `<dt>${escape(k.replaceAll('_', ' '))}</dt><dd>${shown(v)}</dd>`)
      .join('')}</dl>`
  return escape(typeof value === 'boolean' ? (value ? 'oui' : 'non') : String(value))
}
/** A page that a browser alone can display, without any network request. */
const page = (
  appName: string,
  data: Readonly<Record<string, unknown>>,
  at: string,
): string => `<!doctype html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer"><title>Mes données</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#2a1a24}h2{border-top:1px solid #ddd;padding-top:1rem}dt{font-weight:600}dd{margin:0 0 .4rem 1rem}img{max-width:160px;max-height:160px}ul{padding-left:1.2rem}</style>
<h1>Mes données sur ${escape(appName)}</h1><p>Archive du ${escape(at)}. Les mêmes données sont dans <code>donnees.json</code>, les photos dans le dossier <code>photos</code>.</p>
${Object.entries(data)
  .map(([k, v]) => `<h2>${escape(k.charAt(0).toUpperCase() + k.slice(1))}</h2>${shown(v)}`)
  .join('\n')}</html>`

const MISSING = `Ces photos ne sont pas dans l’archive\u00a0: leur fichier manque ou est abîmé.

`
/**
 * The whole file; null where it is missing or damaged, or the reader of `out` has left. Rejects while
 * the store is unavailable: an archive without its photos would look complete.
 */
const readPhoto = async (ctx: Ctx, key: string, out: Readable): Promise<Buffer | null> => {
  const file = await ctx.storage.get(key)
  if (!file) return null
  const { stream } = file
  // a member who leaves early frees the file
  const free = (): unknown => stream.destroy()
  out.once('close', free)
  if (out.destroyed) free()
  const parts: Buffer[] = []
  try {
    for await (const part of stream) parts.push(part as Buffer)
    return Buffer.concat(parts)
  } catch (error) {
    if (out.destroyed || isDamaged(error)) return null
    throw error
  } finally {
    out.off('close', free)
  }
}

/**
 * All data of the member as a streamed zip; photos are read one at a time, so memory does not grow
 * with their number.
 */
export const streamArchive = async (ctx: Ctx, viewer: Viewer): Promise<Readable> => {
  const data = await collectArchive(ctx, viewer)
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(JSON.stringify(data, null, 2)), 'donnees.json')
  zip.addBuffer(Buffer.from(page(ctx.env.APP_NAME, data, longTime(ctx.now()))), 'index.html')
  const media = await ctx.db
    .selectFrom('media')
    .where('account_id', '=', viewer.accountId)
    .where(isNotBrief)
    .select(['id', 'storage_key'])
    .execute()
  const out = zip.outputStream as Readable
  /** Resolves when the photo is written, or the reader has left. */
  const add = (bytes: Buffer, name: string): Promise<void> => {
    const stream = Readable.from([bytes], { objectMode: false })
    const free = (): unknown => stream.destroy()
    const done = new Promise<void>((resolve) => stream.once('close', resolve))
    out.once('close', free)
    // JPEG files do not compress
    zip.addReadStream(stream, name, { compress: false })
    return done.finally(() => out.off('close', free))
  }
  const fill = async (): Promise<void> => {
    const missing: string[] = []
    for (const { id, storage_key } of media) {
      const bytes = await readPhoto(ctx, storage_key, out)
      if (out.destroyed) return
      if (bytes) await add(bytes, `photos/${id}.jpg`)
      else missing.push(`photos/${id}.jpg`)
      if (out.destroyed) return
    }
    if (missing.length > 0) {
      ctx.log.warn({ missing }, 'photos missing in a data archive')
      zip.addBuffer(Buffer.from(MISSING + missing.join('\n')), 'photos-manquantes.txt')
    }
    zip.end()
  }
  fill().catch((error: unknown) => {
    ctx.log.error({ err: error }, 'data archive failed')
    out.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  return out
}
