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
  /** Prometheus figures; 0 turns them off. */
  METRICS_PORT: port(0),
  /** They are for the operator: never an address that members reach. */
  METRICS_HOST: text('127.0.0.1'),
  DATA_DIR: text('./data'),
  APP_NAME: z._default(z.string().check(z.minLength(1), z.maxLength(40)), 'Connivence'),
  /** Address members type; empty: http://localhost:PORT. Decides on Secure cookies. */
  PUBLIC_URL: text(''),
  /** Comma-separated further origins allowed to call (none by default). */
  ALLOWED_ORIGINS: text(''),
  /** How many reverse proxies stand in front, each adding the address that it saw; what comes before those is the client's own word. */
  TRUST_PROXY: z.pipe(
    z._default(z.enum(['0', '1', '2', '3', 'true', 'false', 'yes', 'no']), '0'),
    z.transform((v) => Number(v === 'true' || v === 'yes' ? 1 : v) || 0),
  ),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']), 'info'),
  /** Signs tokens and links; empty: made once and kept in DATA_DIR/secret. */
  SECRET: text(''),
  DEMO: z.optional(z.enum(['0', '1'])),
  DEMO_IN_PRODUCTION: flag(false),
  DATABASE_URL: text(''),
  /** Connections to PostgreSQL that one process holds at most. */
  DATABASE_POOL: z._default(z.coerce.number().check(z.int(), z.gte(2), z.lte(500)), 16),
  /** What several processes share: fan-out, presence, limits; empty: this process is alone. */
  REDIS_URL: text(''),
  /** Realtime sockets one process takes. */
  MAX_SOCKETS: z._default(z.coerce.number().check(z.int(), z.gte(1)), 20_000),
  /** A query that takes longer is counted and logged, ms; 0: none. */
  SLOW_QUERY_MS: z._default(z.coerce.number().check(z.int(), z.gte(0)), 250),
  SMTP_URL: text(''),
  MAIL_FROM: text('Connivence <ne-pas-repondre@connivence.invalid>'),
  MEDIA_PER_ACCOUNT: z._default(z.coerce.number().check(z.int(), z.gte(1)), 2000),
  /** Multiplies every rate limit; 0 turns them off (tests and benchmarks). */
  RATE_FACTOR: z._default(z.coerce.number().check(z.gte(0)), 1),
  /** Where map tiles come from, {z} {x} {y}; empty: plain tiles drawn here. Members never ask it themselves. */
  TILE_URL: text('https://tile.openstreetmap.org/{z}/{x}/{y}.png'),
  TILE_FALLBACK_URL: text(''),
  TILE_CREDIT: text('© les contributeurs d’OpenStreetMap'),
  /** Push notifications; 0: no device registers and nothing is sent. */
  PUSH: flag(true),
  /** Signs what is sent to browsers; empty: made once and kept in DATA_DIR/vapid.json. */
  VAPID_PUBLIC_KEY: text(''),
  VAPID_PRIVATE_KEY: text(''),
  /** Whom a push service may write to: mailto: or https:; empty: PUBLIC_URL when it is https, else MAIL_FROM. */
  VAPID_SUBJECT: text(''),
  /** Hosted Pusher Beams instead of the embedded device API. */
  BEAMS_INSTANCE_ID: text(''),
  BEAMS_SECRET_KEY: text(''),
  BEAMS_HOST: text('https://{instance}.pushnotifications.pusher.com'),
  /** Tests only: the one loopback origin that may be pushed to besides the browsers' own services. */
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
})

export interface Env extends z.infer<typeof shape> {
  readonly publicUrl: string
  readonly secure: boolean
  readonly demo: boolean
}

/** A wrong setting: its message is the one sentence shown before the start is given up. */
export class SettingError extends Error {}

/** Reads and checks the settings; every problem throws a SettingError naming the variable. */
export const readEnv = (source: Record<string, string | undefined> = process.env): Env => {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, v]) => v !== undefined && v !== ''),
  )
  const parsed = z.safeParse(shape, given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const name = String(issue?.path[0] ?? '?')
    throw new SettingError(
      `${name}=${JSON.stringify(source[name] ?? '')} n’est pas une valeur possible : ${issue?.message ?? ''}`,
    )
  }
  const v = parsed.data
  const production = v.NODE_ENV === 'production'
  const demo = v.DEMO === undefined ? !production : v.DEMO === '1'
  if (demo && production && !v.DEMO_IN_PRODUCTION)
    throw new SettingError(
      'DEMO=1 avec NODE_ENV=production : dites DEMO_IN_PRODUCTION=1 si c’est bien voulu.',
    )
  const publicUrl = (v.PUBLIC_URL || `http://localhost:${v.PORT}`).replace(/\/+$/, '')
  if (!URL.canParse(publicUrl) || !/^https?:$/.test(new URL(publicUrl).protocol))
    throw new SettingError(
      `PUBLIC_URL=${JSON.stringify(v.PUBLIC_URL)} n’est pas une adresse http(s).`,
    )
  if (v.DATABASE_URL && !/^postgres(ql)?:\/\//.test(v.DATABASE_URL))
    throw new SettingError('DATABASE_URL doit commencer par postgres:// (vide : base embarquée).')
  if (v.REDIS_URL && !(/^rediss?:\/\/./.test(v.REDIS_URL) && URL.canParse(v.REDIS_URL)))
    throw new SettingError(
      'REDIS_URL doit commencer par redis:// ou rediss:// (vide : ce serveur est seul).',
    )
  if (v.REDIS_URL && !v.DATABASE_URL && v.NODE_ENV !== 'test')
    throw new SettingError(
      'REDIS_URL sans DATABASE_URL : plusieurs serveurs partagent une base PostgreSQL.',
    )
  if (v.REDIS_URL && !v.SECRET)
    throw new SettingError(
      'REDIS_URL sans SECRET : plusieurs serveurs partagent le même secret, de 32 caractères au moins.',
    )
  for (const name of ['TILE_URL', 'TILE_FALLBACK_URL'] as const)
    if (v[name] && !/^https?:\/\/.+\{z\}.*\{x\}.*\{y\}/.test(v[name]))
      throw new SettingError(
        `${name} est une adresse http(s) avec {z}, {x} et {y} (vide : carte simplifiée).`,
      )
  if (v.SECRET && v.SECRET.length < 32)
    throw new SettingError('SECRET compte au moins 32 caractères.')
  const some = (names: readonly (keyof typeof v)[]) => names.filter((n) => v[n])
  const together = (names: readonly (keyof typeof v)[]) => {
    const set = some(names)
    if (set.length > 0 && set.length < names.length)
      throw new SettingError(
        `${names.filter((n) => !v[n]).join(', ')} : à renseigner avec ${set.join(', ')}.`,
      )
  }
  together(['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
  together(['PUSHER_APP_ID', 'PUSHER_KEY', 'PUSHER_SECRET'])
  together(['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'])
  together(['BEAMS_INSTANCE_ID', 'BEAMS_SECRET_KEY'])
  if (v.VAPID_PUBLIC_KEY && !/^[\w-]{87}$/.test(v.VAPID_PUBLIC_KEY))
    throw new SettingError('VAPID_PUBLIC_KEY compte 87 caractères base64url (65 octets).')
  if (v.VAPID_PRIVATE_KEY && !/^[\w-]{43}$/.test(v.VAPID_PRIVATE_KEY))
    throw new SettingError('VAPID_PRIVATE_KEY compte 43 caractères base64url (32 octets).')
  if (v.VAPID_SUBJECT && !/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(v.VAPID_SUBJECT))
    throw new SettingError('VAPID_SUBJECT est une adresse mailto: ou https:.')
  if (v.BEAMS_INSTANCE_ID && !/^[\w-]{1,100}$/.test(v.BEAMS_INSTANCE_ID))
    throw new SettingError(
      'BEAMS_INSTANCE_ID ne contient que des lettres, des chiffres et des tirets.',
    )
  if (!/^https?:\/\/[^/]+$/.test(v.BEAMS_HOST))
    throw new SettingError(
      'BEAMS_HOST est une origine http(s), {instance} y tient la place de l’identifiant.',
    )
  if (
    v.PUSH_TEST_ORIGIN &&
    (production || !/^http:\/\/(?:127\.0\.0\.1|localhost):\d+$/.test(v.PUSH_TEST_ORIGIN))
  )
    throw new SettingError(
      'PUSH_TEST_ORIGIN ne sert qu’aux tests : http://127.0.0.1:PORT, jamais avec NODE_ENV=production.',
    )
  return { ...v, publicUrl, secure: publicUrl.startsWith('https:'), demo }
}
