import { join } from 'node:path'
import type { Env } from '../env'
import { diskStorage } from './disk'
import { s3Storage } from './s3'
import { keyRingOf } from './seal/keys'
import { sealedStorage } from './seal/storage'
import type { Storage } from './storage'

/** The store with its files as they lie there, encrypted or not: for backups and the keys command. */
export const openRawStorage = (env: Env): Storage =>
  env.S3_ENDPOINT ? s3Storage(env) : diskStorage(join(env.DATA_DIR, 'media'))

/** The configured store: an S3 bucket when one is set, else the folder DATA_DIR/media. */
export const openStorage = (env: Env): Storage => sealedStorage(openRawStorage(env), keyRingOf(env))
