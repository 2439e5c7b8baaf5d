import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { newId } from '../tokens'
import type { Mail, Mailer } from './mailer'

/** A mail stored in the outbox; `at` in ms since epoch. */
export interface StoredMail extends Mail {
  readonly id: string
  readonly at: number
}

/**
 * Mails as two files each: `{ms}-{id}.eml` for a mail program, `.json` for the demonstration page
 * and the tests.
 */
export const createOutbox = (dir: string, from: string, now: () => number): Mailer => {
  const transport = createTransport(
    { streamTransport: true, buffer: true, newline: 'unix' },
    { from },
  )
  return {
    send: async (mail) => {
      const stored: StoredMail = { ...mail, id: newId(), at: now() }
      const { message } = await transport.sendMail({
        ...mail,
        to: { name: '', address: mail.to },
        date: new Date(stored.at),
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const file = join(dir, `${stored.at}-${stored.id}`)
      await writeFile(`${file}.eml`, message as Buffer, { mode: 0o600 })
      await writeFile(`${file}.json`, JSON.stringify(stored, null, 2), { mode: 0o600 })
    },
    close: () => Promise.resolve(),
  }
}

/** The newest mails first. A file that is still being written is skipped until the next call. */
export const readOutbox = async (dir: string, limit: number): Promise<readonly StoredMail[]> => {
  const names = await readdir(dir).catch(() => [])
  const newest = names
    .filter((n) => n.endsWith('.json'))
    .sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10) || (a < b ? 1 : -1))
    .slice(0, limit)
  const read = await Promise.all(
    newest.map(async (name) => {
      try {
        return [JSON.parse(await readFile(join(dir, name), 'utf8')) as StoredMail]
      } catch {
        return []
      }
    }),
  )
  return read.flat()
}
