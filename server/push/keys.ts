import { createECDH } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jwtVerify, SignJWT } from 'jose'
import webPush from 'web-push'
import type { Ctx } from '../context'
import { SettingError, type Env } from '../env'
import { sign } from '../tokens'

export interface Vapid {
  readonly publicKey: string
  readonly privateKey: string
  readonly subject: string
}

/** mailto: or https:; Apple refuses a push whose sender has neither. */
const subjectOf = (env: Env): string =>
  env.VAPID_SUBJECT ||
  (env.secure
    ? new URL(env.publicUrl).origin
    : `mailto:${/<([^<>]+)>\s*$/.exec(env.MAIL_FROM)?.[1] ?? env.MAIL_FROM}`)

/** The pair of the settings, or one made once and kept in DATA_DIR/vapid.json (mode 600). Throws a SettingError for two keys that do not belong together. */
export const loadVapid = (env: Env): Vapid => {
  const subject = subjectOf(env)
  if (env.VAPID_PUBLIC_KEY) {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(Buffer.from(env.VAPID_PRIVATE_KEY, 'base64url'))
    if (pair.getPublicKey('base64url') !== env.VAPID_PUBLIC_KEY)
      throw new SettingError('VAPID_PUBLIC_KEY et VAPID_PRIVATE_KEY ne vont pas ensemble.')
    return { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY, subject }
  }
  const file = join(env.DATA_DIR, 'vapid.json')
  // several servers with one secret and folders of their own: the same pair in each
  if (env.SECRET && env.DATABASE_URL && !existsSync(file)) {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(Buffer.from(sign(Buffer.from(env.SECRET), 'vapid'), 'base64url'))
    return {
      publicKey: pair.getPublicKey('base64url'),
      privateKey: pair.getPrivateKey('base64url'),
      subject,
    }
  }
  if (!existsSync(file)) {
    mkdirSync(env.DATA_DIR, { recursive: true })
    writeFileSync(file, JSON.stringify(webPush.generateVAPIDKeys()), { mode: 0o600, flag: 'wx' })
  }
  const { publicKey, privateKey } = JSON.parse(readFileSync(file, 'utf8')) as {
    publicKey: string
    privateKey: string
  }
  return { publicKey, privateKey, subject }
}

/** Which Beams service devices use. `host` is empty for the embedded one, on the page's own origin. */
export interface Instance {
  readonly id: string
  readonly host: string
  readonly hosted: boolean
  readonly secret: Uint8Array
}

/** The embedded instance has an id and a secret of its own, derived from the server's: nothing to configure, stable over restarts. */
export const instanceOf = (
  env: Pick<Env, 'PUSH' | 'BEAMS_INSTANCE_ID' | 'BEAMS_SECRET_KEY' | 'BEAMS_HOST'>,
  secret: Uint8Array,
): Instance | null => {
  if (!env.PUSH) return null
  const id = env.BEAMS_INSTANCE_ID
  if (id)
    return {
      id,
      host: env.BEAMS_HOST.replace('{instance}', id),
      hosted: true,
      secret: Buffer.from(env.BEAMS_SECRET_KEY),
    }
  const hex = Buffer.from(sign(secret, 'push-instance'), 'base64url').toString('hex')
  return {
    id: hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5'),
    host: '',
    hosted: false,
    secret: Buffer.from(sign(secret, 'push-secret')),
  }
}

const TOKEN_S = 24 * 3600
const issuerOf = (instance: Instance): string =>
  `https://${instance.id}.pushnotifications.pusher.com`

export interface DeviceUser {
  readonly accountId: string
  readonly userId: string
  readonly sessionId: string
}
/** Beams token: `sub` is the account. Session and person travel with it, so that a device belongs to who asked for it. */
export const signDeviceToken = (
  ctx: Pick<Ctx, 'now'>,
  instance: Instance,
  user: DeviceUser,
): Promise<string> => {
  const nowS = Math.floor(ctx.now() / 1000)
  return new SignJWT({ sid: user.sessionId, uid: user.userId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(user.accountId)
    .setIssuer(issuerOf(instance))
    .setIssuedAt(nowS)
    .setExpirationTime(nowS + TOKEN_S)
    .sign(instance.secret)
}
export const readDeviceToken = async (
  ctx: Pick<Ctx, 'now'>,
  instance: Instance,
  token: string,
): Promise<DeviceUser | null> => {
  try {
    const { payload } = await jwtVerify(token, instance.secret, {
      algorithms: ['HS256'],
      issuer: issuerOf(instance),
      currentDate: new Date(ctx.now()),
    })
    const { sub, sid, uid } = payload as { sub?: string; sid?: unknown; uid?: unknown }
    return typeof sub === 'string' && typeof sid === 'string' && typeof uid === 'string'
      ? { accountId: sub, sessionId: sid, userId: uid }
      : null
  } catch {
    return null
  }
}
