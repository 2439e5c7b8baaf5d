import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { SettingError, type Env } from '../env'

/** Common name of the root that the tests' wallet is issued by. */
const TEST_ROOT = 'Connivence test age'

/** The certificates (DER) of a PEM file. */
export const parseCertificates = (file: string): Uint8Array[] =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /-----BEGIN CERTIFICATE-----([\s\S]+?)-----END CERTIFICATE-----/g,
    ),
  ].map(([, body = '']) => Buffer.from(body, 'base64'))

/** Throws a SettingError unless this setting names a file with certificates that may be trusted here. */
const requireFile = (env: Env, name: 'AGE_TRUST' | 'AGE_TRUST_SIGNER'): void => {
  let subjects: string[] = []
  try {
    subjects = parseCertificates(env[name]).map((der) => new X509Certificate(der).subject)
  } catch {
    // said below
  }
  if (subjects.length === 0)
    throw new SettingError(`${name}=${env[name]} holds no readable certificate (PEM).`)
  if (env.NODE_ENV === 'production' && subjects.some((one) => one.includes(TEST_ROOT)))
    throw new SettingError(`${name}: the root of the tests is not for production.`)
}

/** The same for all files that this way of proving the age trusts. */
export const requireTrustFiles = (env: Env): void => {
  if (env.AGE_CHECK !== 'openid4vp-av') return
  if (env.AGE_TRUST || !env.AGE_TRUST_LIST) requireFile(env, 'AGE_TRUST')
  if (env.AGE_TRUST_LIST) requireFile(env, 'AGE_TRUST_SIGNER')
}
