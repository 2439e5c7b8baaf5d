import * as z from 'zod/mini'

const flag = (fallback: boolean) =>
  z.pipe(
    z._default(z.enum(['0', '1', 'true', 'false', 'yes', 'no']), fallback ? '1' : '0'),
    z.transform((v) => v === '1' || v === 'true' || v === 'yes'),
  )
const port = (fallback: number) =>
  z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65535)), fallback)
const text = (fallback: string) => z._default(z.string(), fallback)

const shape = z.object({
  NODE_ENV: z._default(z.enum(['development', 'production', 'test']), 'development'),
  HOST: text('127.0.0.1'),
  PORT: port(8080),
  /** Port of the Prometheus metrics; 0: off. */
  METRICS_PORT: port(0),
  /** For the operator only: never an address that members reach. */
  METRICS_HOST: text('127.0.0.1'),
  DATA_DIR: text('./data'),
  APP_NAME: z._default(z.string().check(z.minLength(1), z.maxLength(40)), 'Connivence'),
  /** Address that members type; empty: http://localhost:PORT. https sets Secure cookies. */
  PUBLIC_URL: text(''),
  /** Further origins allowed to call, comma-separated (default: none). */
  ALLOWED_ORIGINS: text(''),
  /**
   * Number of reverse proxies in front, each adding the address it saw; earlier entries of the
   * header come from the client.
   */
  TRUST_PROXY: z.pipe(
    z._default(z.enum(['0', '1', '2', '3', 'true', 'false', 'yes', 'no']), '0'),
    z.transform((v) => Number(v === 'true' || v === 'yes' ? 1 : v) || 0),
  ),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']), 'info'),
  /** Signs tokens and links; empty: generated once, kept in DATA_DIR/secret. */
  SECRET: text(''),
  /**
   * Encrypts photo files; empty: DATA_DIR/master-key, made once by a fresh installation. MASTER_KEY_OLD: the
   * one before, during a rotation.
   */
  MASTER_KEY: text(''),
  MASTER_KEY_OLD: text(''),
  DEMO: z.optional(z.enum(['0', '1'])),
  DEMO_IN_PRODUCTION: flag(false),
  /** Tries a restored backup: runs no jobs and sends nothing. */
  REHEARSAL: flag(false),
  DATABASE_URL: text(''),
  /** Connections to PostgreSQL per process, at most. */
  DATABASE_POOL: z._default(z.coerce.number().check(z.int(), z.gte(2), z.lte(500)), 16),
  /** Shared by several processes: fan-out, presence, rate limits; empty: a single process. */
  REDIS_URL: text(''),
  /** Realtime sockets per process, at most. */
  MAX_SOCKETS: z._default(z.coerce.number().check(z.int(), z.gte(1)), 20_000),
  /** Realtime sockets of one client address (IPv6: one /64), at most; loopback is not counted. */
  MAX_SOCKETS_PER_ADDRESS: z._default(z.coerce.number().check(z.int(), z.gte(1)), 500),
  /** Accept Pusher's REST API on the embedded engine: signed calls of other programs. */
  REALTIME_REST: flag(false),
  /** Slower queries are counted and logged, ms; 0: none. */
  SLOW_QUERY_MS: z._default(z.coerce.number().check(z.int(), z.gte(0)), 250),
  SMTP_URL: text(''),
  MAIL_FROM: text('Connivence <ne-pas-repondre@connivence.invalid>'),
  MEDIA_PER_ACCOUNT: z._default(z.coerce.number().check(z.int(), z.gte(1)), 2000),
  /** Multiplies every rate limit; 0 turns them off (tests and benchmarks). */
  RATE_FACTOR: z._default(z.coerce.number().check(z.gte(0)), 1),
  /** A map in one file (PMTiles, schema of Protomaps) that the app draws; empty: none. */
  BASEMAP: text(''),
  /** Source of map tiles, {z} {x} {y}; empty: the app draws the map. Only the server calls it. */
  TILE_URL: text(''),
  TILE_FALLBACK_URL: text(''),
  TILE_CREDIT: text('© les contributeurs d’OpenStreetMap'),
  /** Push notifications; 0: no device registers, nothing is sent. */
  PUSH: flag(true),
  /** Signs pushes to browsers; empty: generated once, kept in DATA_DIR/vapid.json. */
  VAPID_PUBLIC_KEY: text(''),
  VAPID_PRIVATE_KEY: text(''),
  /**
   * Contact for push services, mailto: or https:; empty: PUBLIC_URL when it is https, else
   * MAIL_FROM.
   */
  VAPID_SUBJECT: text(''),
  /** Hosted Pusher Beams instead of the embedded device API. */
  BEAMS_INSTANCE_ID: text(''),
  BEAMS_SECRET_KEY: text(''),
  BEAMS_HOST: text('https://{instance}.pushnotifications.pusher.com'),
  /** Tests only: the one loopback origin accepted as a push service. */
  PUSH_TEST_ORIGIN: text(''),
  S3_ENDPOINT: text(''),
  S3_BUCKET: text(''),
  S3_REGION: text('auto'),
  S3_ACCESS_KEY_ID: text(''),
  S3_SECRET_ACCESS_KEY: text(''),
  PUSHER_APP_ID: text(''),
  PUSHER_KEY: text(''),
  PUSHER_SECRET: text(''),
  PUSHER_CLUSTER: text(''),
  PUSHER_HOST: text(''),
  PUSHER_PORT: port(0),
  PUSHER_TLS: flag(true),
  /** Confirms the start with an external engine, which keeps fewer promises. */
  PUSHER_ACCEPT_LIMITS: flag(false),
  /** Cases opened by counts, 0: none. Direct conversations that one account begins in an hour. */
  SIGNAL_NEW_CONVERSATIONS: z._default(z.coerce.number().check(z.int(), z.gte(0)), 20),
  /** Conversations to which one account sends the same text in a day. */
  SIGNAL_SAME_MESSAGE: z._default(z.coerce.number().check(z.int(), z.gte(0)), 8),
  /** Members that block one account in a week. */
  SIGNAL_BLOCKS: z._default(z.coerce.number().check(z.int(), z.gte(0)), 5),
  /** Requests to see an album that members refused to one account in a week. */
  SIGNAL_REFUSALS: z._default(z.coerce.number().check(z.int(), z.gte(0)), 10),
  /** How members prove that they are adults; `none`: they declare it. */
  AGE_CHECK: z._default(z.enum(['none', 'simulator', 'openid4vp-av', 'external']), 'none'),
  /** `external`: the provider's page, and the secret of its answers. */
  AGE_URL: text(''),
  AGE_SECRET: text(''),
  /** `openid4vp-av`: file with the certificates (PEM) of trusted issuers. */
  AGE_TRUST: text(''),
  /**
   * `openid4vp-av`: address of a signed list of trusted issuers (JSON of ETSI TS 119 602), fetched
   * daily, and the file with the certificates (PEM) that sign it or issue its signer.
   */
  AGE_TRUST_LIST: text(''),
  AGE_TRUST_SIGNER: text(''),
  /** Days that a proof holds; 0: for ever. */
  AGE_PROOF_DAYS: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(3650)), 0),
  /** Counts visits of consenting members: POST VISITS_URL/event; empty: off. */
  VISITS_URL: text(''),
  VISITS_SITE_ID: text(''),
})

export interface Env extends z.infer<typeof shape> {
  readonly publicUrl: string
  readonly secure: boolean
  readonly demo: boolean
}

/** An invalid setting: its message is shown to the operator and the start fails. */
export class SettingError extends Error {}

const requireAccepted = (v: z.infer<typeof shape>): void => {
  if (v.PUSHER_KEY && !v.PUSHER_ACCEPT_LIMITS)
    throw new SettingError(
      'PUSHER_KEY: with an external engine a socket may outlive its logout, and presence lists ' +
        'show the ids of strangers. Set PUSHER_ACCEPT_LIMITS=1 if this is acceptable.',
    )
}

const requireVisits = (v: z.infer<typeof shape>): void => {
  if (!v.VISITS_URL && !v.VISITS_SITE_ID) return
  if (!v.VISITS_SITE_ID || !/^https?:\/\/[^?#]+[^/?#]$/.test(v.VISITS_URL))
    throw new SettingError(
      'VISITS_URL must be an http(s) address without query and final slash, with VISITS_SITE_ID.',
    )
}

const requireAge = (v: z.infer<typeof shape>): void => {
  if (v.AGE_CHECK === 'simulator' && v.NODE_ENV === 'production')
    throw new SettingError('AGE_CHECK=simulator is for development: it proves nothing.')
  if (v.AGE_CHECK === 'openid4vp-av' && !v.AGE_TRUST && !v.AGE_TRUST_LIST)
    throw new SettingError(
      'AGE_CHECK=openid4vp-av needs AGE_TRUST, the certificates of issuers, or AGE_TRUST_LIST.',
    )
  if (v.AGE_TRUST_LIST && !(URL.canParse(v.AGE_TRUST_LIST) && v.AGE_TRUST_SIGNER))
    throw new SettingError('AGE_TRUST_LIST is an address, and needs AGE_TRUST_SIGNER.')
  if (v.NODE_ENV === 'production' && v.AGE_TRUST_LIST && !v.AGE_TRUST_LIST.startsWith('https:'))
    throw new SettingError('AGE_TRUST_LIST is an https address in production.')
  if (v.AGE_CHECK !== 'external') return
  if (!/^https?:\/\/./.test(v.AGE_URL) || !URL.canParse(v.AGE_URL) || v.AGE_SECRET.length < 32)
    throw new SettingError(
      'AGE_CHECK=external needs AGE_URL (http or https) and AGE_SECRET of at least 32 characters.',
    )
}

/** Without what reaches members or the services of the real installation. */
const rehearsal = (v: z.infer<typeof shape>): z.infer<typeof shape> => {
  if (v.S3_ENDPOINT)
    throw new SettingError(
      'REHEARSAL=1 keeps photos in DATA_DIR and never opens the bucket: set S3_ENDPOINT= (empty).',
    )
  return {
    ...v,
    SMTP_URL: '',
    PUSH: false,
    BEAMS_INSTANCE_ID: '',
    BEAMS_SECRET_KEY: '',
    REDIS_URL: '',
    PUSHER_APP_ID: '',
    PUSHER_KEY: '',
    PUSHER_SECRET: '',
    S3_BUCKET: '',
    S3_ACCESS_KEY_ID: '',
    S3_SECRET_ACCESS_KEY: '',
    VISITS_URL: '',
    VISITS_SITE_ID: '',
    METRICS_PORT: 0,
  }
}

const requireConsistent = (v: z.infer<typeof shape>): void => {
  requireAccepted(v)
  requireVisits(v)
  requireAge(v)
}

/** Reads and checks the settings. Throws a SettingError that names the variable. */
export const readEnv = (source: Record<string, string | undefined> = process.env): Env => {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, v]) => v !== undefined && v !== ''),
  )
  const parsed = z.safeParse(shape, given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const name = String(issue?.path[0] ?? '?')
    throw new SettingError(
      `${name}=${JSON.stringify(source[name] ?? '')} is not a valid value: ${issue?.message ?? ''}`,
    )
  }
  const v = parsed.data.REHEARSAL ? rehearsal(parsed.data) : parsed.data
  const production = v.NODE_ENV === 'production'
  const demo = v.DEMO === undefined ? !production : v.DEMO === '1'
  if (demo && production && !v.DEMO_IN_PRODUCTION)
    throw new SettingError(
      'DEMO=1 with NODE_ENV=production: set DEMO_IN_PRODUCTION=1 if this is intended.',
    )
  const publicUrl = (v.PUBLIC_URL || `http://localhost:${v.PORT}`).replace(/\/+$/, '')
  if (!URL.canParse(publicUrl) || !/^https?:$/.test(new URL(publicUrl).protocol))
    throw new SettingError(`PUBLIC_URL=${JSON.stringify(v.PUBLIC_URL)} is not an http(s) URL.`)
  if (v.DATABASE_URL && !/^postgres(ql)?:\/\//.test(v.DATABASE_URL))
    throw new SettingError('DATABASE_URL must begin with postgres:// (empty: embedded database).')
  if (v.REDIS_URL && !(/^rediss?:\/\/./.test(v.REDIS_URL) && URL.canParse(v.REDIS_URL)))
    throw new SettingError(
      'REDIS_URL must begin with redis:// or rediss:// (empty: a single process).',
    )
  if (v.REDIS_URL && !v.DATABASE_URL && v.NODE_ENV !== 'test')
    throw new SettingError(
      'REDIS_URL without DATABASE_URL: several processes need a shared PostgreSQL database.',
    )
  if (v.REDIS_URL && !v.SECRET)
    throw new SettingError(
      'REDIS_URL without SECRET: several processes need the same secret of at least 32 characters.',
    )
  for (const name of ['TILE_URL', 'TILE_FALLBACK_URL'] as const)
    if (v[name] && !/^https?:\/\/.+\{z\}.*\{x\}.*\{y\}/.test(v[name]))
      throw new SettingError(
        `${name} must be an http(s) URL with {z}, {x} and {y} (empty: the app draws the map).`,
      )
  for (const name of ['SECRET', 'MASTER_KEY', 'MASTER_KEY_OLD'] as const)
    if (v[name] && v[name].length < 32)
      throw new SettingError(`${name} must have at least 32 characters.`)
  const some = (names: readonly (keyof typeof v)[]) => names.filter((n) => v[n])
  const requireAllOrNone = (names: readonly (keyof typeof v)[]) => {
    const set = some(names)
    if (set.length > 0 && set.length < names.length)
      throw new SettingError(
        `${names.filter((n) => !v[n]).join(', ')}: required with ${set.join(', ')}.`,
      )
  }
  requireAllOrNone(['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
  requireAllOrNone(['PUSHER_APP_ID', 'PUSHER_KEY', 'PUSHER_SECRET'])
  requireConsistent(v)
  requireAllOrNone(['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'])
  requireAllOrNone(['BEAMS_INSTANCE_ID', 'BEAMS_SECRET_KEY'])
  if (v.VAPID_PUBLIC_KEY && !/^[\w-]{87}$/.test(v.VAPID_PUBLIC_KEY))
    throw new SettingError('VAPID_PUBLIC_KEY must have 87 base64url characters (65 bytes).')
  if (v.VAPID_PRIVATE_KEY && !/^[\w-]{43}$/.test(v.VAPID_PRIVATE_KEY))
    throw new SettingError('VAPID_PRIVATE_KEY must have 43 base64url characters (32 bytes).')
  if (v.VAPID_SUBJECT && !/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(v.VAPID_SUBJECT))
    throw new SettingError('VAPID_SUBJECT must be a mailto: or https: URL.')
  if (v.BEAMS_INSTANCE_ID && !/^[\w-]{1,100}$/.test(v.BEAMS_INSTANCE_ID))
    throw new SettingError('BEAMS_INSTANCE_ID may only contain letters, digits and hyphens.')
  if (!/^https?:\/\/[^/]+$/.test(v.BEAMS_HOST))
    throw new SettingError(
      'BEAMS_HOST must be an http(s) origin; {instance} is replaced by the id.',
    )
  if (
    v.PUSH_TEST_ORIGIN &&
    (production || !/^http:\/\/(?:127\.0\.0\.1|localhost):\d+$/.test(v.PUSH_TEST_ORIGIN))
  )
    throw new SettingError(
      'PUSH_TEST_ORIGIN is for tests only: http://127.0.0.1:PORT, never with NODE_ENV=production.',
    )
  return { ...v, publicUrl, secure: publicUrl.startsWith('https:'), demo }
}
