import type { REACTIONS } from '#contract/limits'
import type { Message } from '#contract/messaging/messages'
import type { BlurSpot, Faces } from '#contract/workers/image'
import { withoutPlace } from '../media/without-place'
import { claim, deviceDbName } from './device-db'
import { openKeyValueStore, type ObjectStore } from './key-value-store'

/**
 * A photo on this device. Its bytes are stored under `id`, the preview with its spots under
 * `{id}:still`.
 */
export interface StoredPhoto {
  readonly id: string
  readonly name: string
  readonly spots: readonly BlurSpot[]
  /** Missing in photos stored before faces were looked for at once. */
  readonly faces?: Faces
  readonly ratio: number | null
  /**
   * The stored bytes are the ones to send: blurred, without metadata. They replaced the chosen
   * file.
   */
  readonly converted: boolean
}
/** A message that the server has not confirmed. */
export interface StoredMessage {
  readonly clientMsgId: string
  readonly conversationId: string
  readonly content: string
  /** null in both mode. */
  readonly senderIdentityId: string | null
  readonly quote: Message['quote']
  readonly createdAt: string
  /** Increasing; messages are sent in this order. */
  readonly order: number
  readonly photos: readonly StoredPhoto[]
  /** By photo id. */
  readonly mediaIds: Readonly<Record<string, string>>
  /** Posted at least once: its content must not change. */
  readonly posted: boolean
  readonly state: 'waiting' | 'failed'
  readonly error: string | null
}
/** Photos and quote of a draft; `key`: conversation and author. */
export interface StoredDraft {
  readonly key: string
  readonly photos: readonly StoredPhoto[]
  readonly quote: Message['quote']
}

export type Emoji = (typeof REACTIONS)[number]
export type MessageAct =
  | { readonly kind: 'delete'; readonly at: string }
  | { readonly kind: 'edit'; readonly content: string }
  | {
      readonly kind: 'react'
      /** null removes the reaction. */
      readonly emoji: Emoji | null
      /** null in both mode. */
      readonly identityId: string | null
      readonly at: string
    }
/** An own act on a message that the server has not confirmed. */
export interface StoredAct {
  /** One per message and kind: a later act replaces an earlier one. */
  readonly key: string
  readonly messageId: string
  readonly conversationId: string
  readonly accountId: string
  /** Increasing. */
  readonly order: number
  readonly act: MessageAct
}

export type Files = ReadonlyMap<string, Blob>
export interface Outbox {
  /** In sending order. */
  messages(): Promise<StoredMessage[]>
  message(id: string): Promise<StoredMessage | undefined>
  put(message: StoredMessage, files: Files): Promise<void>
  /** Changes a message if it is still stored; resolves with whether it was. */
  patch(id: string, patch: Partial<StoredMessage>): Promise<boolean>
  /** Replaces the chosen file by the converted photo. */
  convert(id: string, photoId: string, blob: Blob): Promise<void>
  remove(id: string): Promise<void>
  file(id: string): Promise<Blob | undefined>
  drafts(): Promise<StoredDraft[]>
  /** Stores a draft; removes it when it has neither photos nor quote. */
  putDraft(draft: StoredDraft, files: Files): Promise<void>
  acts(): Promise<StoredAct[]>
  putAct(act: StoredAct): Promise<void>
  /** Removes an act unless a later one has replaced it. */
  removeAct(act: StoredAct): Promise<void>
  close(): void
}

type Names = 'outbox' | 'drafts' | 'files' | 'acts'
type Open = (name: Names) => ObjectStore

/**
 * Removes files that no message or draft refers to; runs in the transaction that removed the
 * reference.
 */
const sweep = async (shelf: Open): Promise<void> => {
  const keys = await shelf('files').keys()
  if (keys.length === 0) return
  const named = [
    ...((await shelf('outbox').all()) as StoredMessage[]),
    ...((await shelf('drafts').all()) as StoredDraft[]),
  ]
  const used = new Set(named.flatMap((n) => n.photos.flatMap((p) => [p.id, `${p.id}:still`])))
  for (const key of keys) if (!used.has(key)) await shelf('files').remove(key)
}
/** `replaced`: files to overwrite; others are written only once. */
const keep = async (
  shelf: Open,
  files: Files,
  replaced: ReadonlySet<string> = new Set(),
): Promise<void> => {
  const known = new Set(files.size > 0 ? await shelf('files').keys() : [])
  for (const key of replaced) known.delete(key)
  for (const [key, blob] of files) if (!known.has(key)) await shelf('files').put(key, blob)
}

/**
 * Photos whose stored bytes are to be overwritten: a converted one must have its converted bytes,
 * and one whose spots have changed since must not have those.
 */
const changedOf = async (
  shelf: Open,
  photos: readonly StoredPhoto[],
): Promise<ReadonlySet<string>> => {
  const before = [
    ...((await shelf('outbox').all()) as StoredMessage[]),
    ...((await shelf('drafts').all()) as StoredDraft[]),
  ].flatMap((stored) => stored.photos)
  const converted = new Set([...before, ...photos].filter((p) => p.converted).map((p) => p.id))
  return new Set(photos.map((p) => p.id).filter((id) => converted.has(id)))
}

/**
 * A chosen file is stored without the place where it was taken; what was made here has none.
 */
const storable = async (files: Files, photos: readonly StoredPhoto[]): Promise<Files> => {
  const chosen = new Set(photos.filter((p) => !p.converted).map((p) => p.id))
  return new Map(
    await Promise.all(
      [...files].map(
        async ([key, blob]) => [key, chosen.has(key) ? await withoutPlace(blob) : blob] as const,
      ),
    ),
  )
}

/** Removes a message's photos from its draft; stored at once, so that a page that ends does not offer them again. */
const leaveDraft = async (shelf: Open, photos: readonly StoredPhoto[]): Promise<void> => {
  if (photos.length === 0) return
  const gone = new Set(photos.map((p) => p.id))
  for (const draft of (await shelf('drafts').all()) as StoredDraft[])
    if (draft.photos.some((p) => gone.has(p.id))) await shelf('drafts').remove(draft.key)
}

type Write = (work: (shelf: Open) => Promise<unknown>) => Promise<void>
/** Stores drafts; of two states of one draft the later one stays, though it may be faster. */
const createDraftWriter = (write: Write): Outbox['putDraft'] => {
  let turns = 0
  /** By draft. */
  const written = new Map<string, number>()
  return async (draft, files) => {
    const turn = (turns += 1)
    const safe = await storable(files, draft.photos)
    await write(async (shelf) => {
      if (turn < (written.get(draft.key) ?? 0)) return
      written.set(draft.key, turn)
      await keep(shelf, safe, await changedOf(shelf, draft.photos))
      if (draft.photos.length > 0 || draft.quote) await shelf('drafts').put(draft.key, draft)
      else await shelf('drafts').remove(draft.key)
      await sweep(shelf)
    })
  }
}

/**
 * The account's database on this device. `onGone`: it is being deleted (sign-out, also in another
 * tab).
 */
export const openOutbox = async (accountId: string, onGone: () => void): Promise<Outbox> => {
  claim(accountId)
  const shelves = await openKeyValueStore<Names>(
    deviceDbName(accountId),
    ['outbox', 'drafts', 'files', 'acts'],
    onGone,
  )
  const write: Write = (work) => shelves.run('readwrite', async (shelf) => void (await work(shelf)))
  const message = (shelf: Open, id: string) =>
    shelf('outbox').get(id) as Promise<StoredMessage | undefined>
  const change = (
    id: string,
    work: (m: StoredMessage, shelf: Open) => Promise<StoredMessage>,
  ): Promise<boolean> =>
    shelves.run('readwrite', async (shelf) => {
      const known = await message(shelf, id)
      if (known) await shelf('outbox').put(id, await work(known, shelf))
      return known !== undefined
    })
  return {
    messages: async () =>
      ((await shelves.run('readonly', (shelf) => shelf('outbox').all())) as StoredMessage[]).sort(
        (a, b) => a.order - b.order,
      ),
    message: (id) => shelves.run('readonly', (shelf) => message(shelf, id)),
    put: async (m, files) => {
      const safe = await storable(files, m.photos)
      await write(async (shelf) => {
        await keep(shelf, safe, await changedOf(shelf, m.photos))
        await shelf('outbox').put(m.clientMsgId, m)
        await leaveDraft(shelf, m.photos)
      })
    },
    patch: (id, patch) =>
      change(id, async (m, shelf) => {
        const next = { ...m, ...patch }
        if (patch.photos) {
          await shelf('outbox').put(id, next)
          await sweep(shelf)
        }
        return next
      }),
    convert: async (id, photoId, blob) =>
      void (await change(id, async (m, shelf) => {
        if (m.photos.some((p) => p.id === photoId)) await shelf('files').put(photoId, blob)
        return {
          ...m,
          photos: m.photos.map((p) => (p.id === photoId ? { ...p, converted: true } : p)),
        }
      })),
    remove: (id) =>
      write(async (shelf) => {
        await shelf('outbox').remove(id)
        await sweep(shelf)
      }),
    file: (id) =>
      shelves.run('readonly', (shelf) => shelf('files').get(id)) as Promise<Blob | undefined>,
    drafts: () =>
      shelves.run('readonly', (shelf) => shelf('drafts').all()) as Promise<StoredDraft[]>,
    putDraft: createDraftWriter(write),
    acts: () => shelves.run('readonly', (shelf) => shelf('acts').all()) as Promise<StoredAct[]>,
    putAct: (act) => write((shelf) => shelf('acts').put(act.key, act)),
    removeAct: ({ key, order }) =>
      write(async (shelf) => {
        const stored = (await shelf('acts').get(key)) as StoredAct | undefined
        if (stored?.order === order) await shelf('acts').remove(key)
      }),
    close: shelves.close,
  }
}
