import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { masterKeysChangedAt, readMasterKeys, type MasterSettings } from './master'

/** A stored value: this, the id of its key, a point, base64 of nonce, ciphertext and tag. */
export const PREFIX = '\u0001s1.'
const NONCE = 12
const TAG = 16

/** The keys of all columns, under one master key; `id` names it in stored values. */
export interface ColumnKeys {
  readonly id: string
  readonly keyOf: (purpose: string) => Buffer
}
export interface ColumnRing {
  /** New values are encrypted with it; null: they are not. */
  readonly current: ColumnKeys | null
  /** The one before, while values are still encrypted with it. */
  readonly old: ColumnKeys | null
}

const hkdf = (master: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master, '', `connivence column ${purpose}`, 32))
/** The keys of all columns under `master`, any random text. */
export const columnKeysOf = (master: string): ColumnKeys => {
  const keys = new Map<string, Buffer>()
  return {
    id: createHash('sha256').update(hkdf(master, 'id')).digest('hex').slice(0, 8),
    keyOf: (purpose) => {
      const key = keys.get(purpose) ?? hkdf(master, purpose)
      keys.set(purpose, key)
      return key
    },
  }
}
export const readColumnRing = (env: MasterSettings): ColumnRing => {
  const { current, old } = readMasterKeys(env)
  return {
    current: current ? columnKeysOf(current) : null,
    old: old ? columnKeysOf(old) : null,
  }
}

/** Id of the key of a stored value; null: it is in the clear. */
export const keyOfValue = (stored: string): string | null =>
  stored.startsWith(PREFIX) ? stored.slice(PREFIX.length, PREFIX.length + 8) : null

/** `purpose`: table.column; `row`: its primary key. */
export const sealText = (
  { id, keyOf }: ColumnKeys,
  purpose: string,
  row: string,
  text: string,
): string => {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', keyOf(purpose), nonce)
  cipher.setAAD(Buffer.from(`${purpose}|${row}`))
  const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return `${PREFIX}${id}.${Buffer.concat(parts).toString('base64')}`
}

/** Throws for an unknown key, and for a value that was altered or is another row's. */
export const unsealText = (
  { current, old }: ColumnRing,
  purpose: string,
  row: string,
  stored: string,
): string => {
  const id = keyOfValue(stored)
  if (id === null) return stored
  const keys = [current, old].find((k) => k?.id === id)
  if (!keys) throw new Error(`encrypted with the unknown key ${id}`)
  const bytes = Buffer.from(stored.slice(PREFIX.length + id.length + 1), 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keys.keyOf(purpose), bytes.subarray(0, NONCE))
  decipher.setAAD(Buffer.from(`${purpose}|${row}`))
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG))
  const text = decipher.update(bytes.subarray(NONCE, bytes.length - TAG))
  decipher.final()
  return text.toString()
}

export interface Sealer {
  seal(purpose: string, row: string, text: string): string
  open(purpose: string, row: string, stored: string): string
}
/** Follows the files of the master key, so that a rotation needs no restart. */
export const createSealer = (env: MasterSettings): Sealer => {
  let readAt = ''
  let ring: ColumnRing = { current: null, old: null }
  const refresh = (): void => {
    const now = masterKeysChangedAt(env)
    if (now === readAt) return
    ring = readColumnRing(env)
    readAt = now
  }
  return {
    seal: (purpose, row, text) => {
      refresh()
      // a text in the clear must not look like a stored value
      const typed = text.startsWith(PREFIX) ? text.slice(1) : text
      return ring.current && text !== '' ? sealText(ring.current, purpose, row, text) : typed
    },
    open: (purpose, row, stored) => {
      const id = keyOfValue(stored)
      if (id !== null && id !== ring.current?.id) refresh()
      return unsealText(ring, purpose, row, stored)
    },
  }
}
