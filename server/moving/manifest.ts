import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SettingError } from '../env'
import type { Row } from './engine'

export interface TableSum {
  readonly rows: number
  readonly sum: string
}
export interface Manifest {
  readonly format: 1
  readonly id: string
  readonly made: string
  readonly migrations: readonly string[]
  readonly tables: Readonly<Record<string, TableSum>>
  readonly files: number
  readonly bytes: number
  /** Files that were missing in the store. */
  readonly missing: number
}
export interface FileLine {
  readonly key: string
  readonly size: number
  readonly sha256: string
}

/** A row as text that is the same on both engines: columns by name, numbers as JSON. */
export const rowText = (row: Row): string =>
  JSON.stringify(
    Object.keys(row)
      .sort()
      .map((k) => [k, row[k] ?? null]),
  )

/** Order-independent checksum of a table: the XOR of the SHA-256 of each row. */
export const createTableChecksum = () => {
  const sum = Buffer.alloc(32)
  let rows = 0
  return {
    add: (row: Row): void => {
      const hash = createHash('sha256').update(rowText(row)).digest()
      for (let i = 0; i < 32; i += 1) sum[i] = (sum[i] ?? 0) ^ (hash[i] ?? 0)
      rows += 1
    },
    done: (): TableSum => ({ rows, sum: sum.toString('hex') }),
  }
}

/** A file of a backup or an export. Fails with a sentence for one that is missing or damaged. */
export const readJson = <T>(file: string): T => {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof value === 'object' && value !== null) return value as T
  } catch (error) {
    if (!existsSync(file)) throw new SettingError(`${file} is missing.`)
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new SettingError(`${file} is damaged.`)
}

export const readStream = async (stream: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

/** Of a file of any size: one of 2 GiB cannot be read whole. */
export const sha256Of = async (file: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: 1_048_576 }), hash)
  return hash.digest('hex')
}

/** Keys of all files of a media row, in every size. */
export const storageKeysOf = (row: Row): string[] =>
  Object.entries(row).flatMap(([column, value]) =>
    column.endsWith('_key') &&
    typeof value === 'string' &&
    /^[0-9a-f]{2}\/[0-9a-f]{2}\//.test(value)
      ? [value]
      : [],
  )
