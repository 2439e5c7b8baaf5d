import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingError } from './env'
import { createKeyFile } from './media/seal/key-file'

// used by push
export { createKeyFile }

/** SECRET, or 48 random bytes generated once and kept in DATA_DIR/secret (mode 600). */
export const loadSecret = (given: string, dataDir: string): Uint8Array => {
  if (given) return Buffer.from(given)
  const file = join(dataDir, 'secret')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    createKeyFile(file, randomBytes(48).toString('base64url'))
  }
  const secret = readFileSync(file, 'utf8').trim()
  // an empty key would be known to all
  if (secret === '')
    throw new SettingError(
      `${file} is empty: put the secret back from a backup, or delete the file for a new one.`,
    )
  return Buffer.from(secret)
}
