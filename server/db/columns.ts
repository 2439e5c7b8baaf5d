import type { ColumnType } from 'kysely'

/**
 * Times are integers in ms since epoch (UTC); booleans are 0 or 1; JSON is text. Ids are UUIDv7 text;
 * of an event or album that was made with an `idempotency_key`, UUIDv8 without a time.
 */
export type Flag = 0 | 1
export type Ms = number
/** Set once, never changed. */
export type Fixed<T> = ColumnType<T, T, never>
