import { createECDH } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { jwtVerify, SignJWT } from 'jose'
import webPush from 'web-push'
import type { Ctx } from '../context'
import { SettingError, type Env } from '../env'
import { createKeyFile } from '../secret'
import { sign } from '../tokens'

export interface Vapid {
  readonly publicKey: string
  readonly privateKey: string
  readonly subject: string
}

/** mailto: or https:; Apple refuses a push without either. */
const subjectOf = (env: Env): string =>
  env.VAPID_SUBJECT ||
  (env.secure
    ? new URL(env.publicUrl).origin
    : `mailto:${/<([^<>]+)>\s*$/.exec(env.MAIL_FROM)?.[1] ?? env.MAIL_FROM}`)

/**
 * The configured key pair, or one generated once and kept in DATA_DIR/vapid.json (mode 600). Throws
 * a SettingError for keys that do not match.
 */
export const loadVapid = (env: Env): Vapid => {
  const subject = subjectOf(env)
  if (env.VAPID_PUBLIC_KEY) {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(Buffer.from(env.VAPID_PRIVATE_KEY, 'base64url'))
    if (pair.getPublicKey('base64url') !== env.VAPID_PUBLIC_KEY)
      throw new SettingError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY do not match.')
    return { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY, subject }
  }
  const file = join(env.DATA_DIR, 'vapid.json')
  // several servers with one secret but separate folders: derive the same pair
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
    createKeyFile(file, JSON.stringify(webPush.generateVAPIDKeys()))
  }
  const { publicKey, privateKey } = JSON.parse(readFileSync(file, 'utf8')) as {
    publicKey: string
    privateKey: string
  }
  return { publicKey, privateKey, subject }
}

/**
 * The Beams service that devices use. `host` is empty for the embedded one, on the page's own
 * origin.
 */
export interface BeamsInstance {
  readonly id: string
  readonly host: string
  readonly hosted: boolean
  readonly secret: Uint8Array
}

/**
 * The embedded instance derives its id and secret from the server's: no configuration, stable
 * across restarts.
 */
export const beamsInstanceOf = (
  env: Pick<Env, 'PUSH' | 'BEAMS_INSTANCE_ID' | 'BEAMS_SECRET_KEY' | 'BEAMS_HOST'>,
  secret: Uint8Array,
): BeamsInstance | null => {
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
const issuerOf = (instance: BeamsInstance): string =>
  `https://${instance.id}.pushnotifications.pusher.com`

export interface DeviceUser {
  readonly accountId: string
  readonly userId: string
  readonly sessionId: string
}
/**
 * Beams token: `sub` is the account. Session and user are included, so that a device is bound to
 * its requester.
 */
export const signDeviceToken = (
  ctx: Pick<Ctx, 'now'>,
  instance: BeamsInstance,
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
  instance: BeamsInstance,
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
