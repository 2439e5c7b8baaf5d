import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { SettingError, type Env } from '../env'

/** Common name of the root that the tests' wallet is issued by. */
const TEST_ROOT = 'Connivence test age'

/** The certificates (DER) of a PEM file. */
export const certificatesIn = (file: string): Uint8Array[] =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /-----BEGIN CERTIFICATE-----([\s\S]+?)-----END CERTIFICATE-----/g,
    ),
  ].map(([, body = '']) => Buffer.from(body, 'base64'))

/** Throws a SettingError unless AGE_TRUST holds certificates that may be trusted here. */
export const requireTrust = (env: Env): void => {
  if (env.AGE_CHECK !== 'openid4vp-av') return
  let subjects: string[] = []
  try {
    subjects = certificatesIn(env.AGE_TRUST).map((der) => new X509Certificate(der).subject)
  } catch {
    // said below
  }
  if (subjects.length === 0)
    throw new SettingError(`AGE_TRUST=${env.AGE_TRUST} holds no readable certificate (PEM).`)
  if (env.NODE_ENV === 'production' && subjects.some((one) => one.includes(TEST_ROOT)))
    throw new SettingError('AGE_TRUST: the root of the tests is not for production.')
}
