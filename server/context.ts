import type { FastifyBaseLogger } from 'fastify'
import type { StaffRole } from '#contract/staff/access'
import type { Bus } from './bus'
import type { Database, Db } from './db/client'
import type { Env } from './env'
import type { Link } from './link/link'
import type { Mailer } from './mail/mailer'
import type { Storage } from './media/storage'
import type { Realtime } from './realtime'

/** Services for every room; built once in app.ts and passed to each room's routes and services. */
export interface Ctx {
  readonly env: Env
  readonly database: Database
  readonly db: Db
  readonly bus: Bus
  readonly log: FastifyBaseLogger
  readonly mailer: Mailer
  readonly storage: Storage
  readonly realtime: Realtime
  /** The other processes of the same installation. */
  readonly link: Link
  /** Signs access tokens, media links and mail links; 32 bytes or more. */
  readonly secret: Uint8Array
  /** Ms since epoch; tests replace it. */
  readonly now: () => number
}

/** What a transaction leaves to be done once it has committed. */
export type AfterCommit = () => Promise<void>
export const NOTHING: AfterCommit = () => Promise.resolve()

/** The caller of a request: set by the auth plugin, never read from the body. */
export interface Viewer {
  readonly userId: string
  readonly sessionId: string
  readonly accountId: string
  /**
   * Identity of the x-active-identity header (checked to be the caller's), or null: both mode or
   * none.
   */
  readonly identityId: string | null
  /** All identities of the account, the primary first. */
  readonly identityIds: readonly string[]
}
/** A signed-in user, perhaps without an account yet. */
export type UserViewer = Omit<Viewer, 'accountId'> & { readonly accountId: string | null }
/** A staff member whose desk is unlocked. */
export type StaffViewer = UserViewer & { readonly role: StaffRole; readonly pseudonym: string }
