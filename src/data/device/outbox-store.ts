import type { REACTIONS } from '#contract/limits'
import type { Message } from '#contract/messaging/messages'
import type { BlurSpot, Faces } from '#contract/workers/image'
import { stripLocation } from '../media/without-place'
import { claimDeviceDb, deviceDbName } from './device-db'
import { openKeyValueStore, type ObjectStore } from './key-value-store'

/**
 * A photo on this device. Its bytes are stored under `id`, the preview with its spots under
 * `{id}:still`.
 */
export interface StoredPhoto {
  readonly id: string
  readonly name: string
  readonly spots: readonly BlurSpot[]
  readonly people?: string | undefined
  readonly brief?: 'once' | 'day' | undefined
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
  /** Failed, and no retry can succeed. Missing in messages stored before. */
  readonly isFinal?: boolean
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
  /** Resolves with whether it survives the page. */
  put(message: StoredMessage, files: Files): Promise<boolean>
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
  /** Set while nothing stored can be read: resolves once it can (see key-value-store.ts). */
  readonly late: Promise<void> | undefined
}

type Names = 'outbox' | 'drafts' | 'files' | 'acts'
type Open = (name: Names) => ObjectStore

/**
 * Removes files that no message or draft refers to; runs in the transaction that removed the
 * reference.
 */
const sweep = async (store: Open): Promise<void> => {
  const keys = await store('files').keys()
  if (keys.length === 0) return
  const named = [
    ...((await store('outbox').all()) as StoredMessage[]),
    ...((await store('drafts').all()) as StoredDraft[]),
  ]
  const used = new Set(named.flatMap((n) => n.photos.flatMap((p) => [p.id, `${p.id}:still`])))
  for (const key of keys) if (!used.has(key)) await store('files').remove(key)
}
interface Changed {
  readonly bytes: readonly string[]
  readonly stills: readonly string[]
}
/** `bytes`: files to overwrite; `stills`: previews that are wrong now. Others are written only once. */
const keep = async (store: Open, files: Files, { bytes, stills }: Changed): Promise<void> => {
  const known = new Set(files.size > 0 ? await store('files').keys() : [])
  for (const key of [...bytes, ...stills]) known.delete(key)
  for (const key of stills) if (!files.has(key)) await store('files').remove(key)
  for (const [key, blob] of files) if (!known.has(key)) await store('files').put(key, blob)
}

/**
 * Stored files that are to be overwritten: a converted photo must have its converted bytes, and one
 * whose spots have changed since must have neither those nor the preview with the earlier spots.
 */
const changedOf = async (store: Open, photos: readonly StoredPhoto[]): Promise<Changed> => {
  const before = [
    ...((await store('outbox').all()) as StoredMessage[]),
    ...((await store('drafts').all()) as StoredDraft[]),
  ].flatMap((stored) => stored.photos)
  const converted = new Set([...before, ...photos].filter((p) => p.converted).map((p) => p.id))
  const isSame = (a: StoredPhoto, b: StoredPhoto): boolean =>
    JSON.stringify(a.spots) === JSON.stringify(b.spots)
  return {
    bytes: photos.map((p) => p.id).filter((id) => converted.has(id)),
    stills: photos
      .filter((p) => before.some((b) => b.id === p.id && !isSame(b, p)))
      .map((p) => `${p.id}:still`),
  }
}

/**
 * A chosen file is stored without the place where it was taken; what was made here has none.
 */
const storable = async (files: Files, photos: readonly StoredPhoto[]): Promise<Files> => {
  const chosen = new Set(photos.filter((p) => !p.converted).map((p) => p.id))
  return new Map(
    await Promise.all(
      [...files].map(
        async ([key, blob]) => [key, chosen.has(key) ? await stripLocation(blob) : blob] as const,
      ),
    ),
  )
}

/** Removes a message's photos from its draft; stored at once, so that a page that ends does not offer them again. */
const leaveDraft = async (store: Open, photos: readonly StoredPhoto[]): Promise<void> => {
  if (photos.length === 0) return
  const gone = new Set(photos.map((p) => p.id))
  for (const draft of (await store('drafts').all()) as StoredDraft[])
    if (draft.photos.some((p) => gone.has(p.id))) await store('drafts').remove(draft.key)
}

type Write = (work: (store: Open) => Promise<unknown>) => Promise<void>
/** Stores drafts; of two states of one draft the later one stays, though it may be faster. */
const createDraftWriter = (write: Write): Outbox['putDraft'] => {
  let turns = 0
  /** By draft. */
  const written = new Map<string, number>()
  return async (draft, files) => {
    const turn = (turns += 1)
    const safe = await storable(files, draft.photos)
    await write(async (store) => {
      if (turn < (written.get(draft.key) ?? 0)) return
      written.set(draft.key, turn)
      await keep(store, safe, await changedOf(store, draft.photos))
      if (draft.photos.length > 0 || draft.quote) await store('drafts').put(draft.key, draft)
      else await store('drafts').remove(draft.key)
      await sweep(store)
    })
  }
}

/**
 * The account's database on this device. `onGone`: it is being deleted (sign-out, also in another
 * tab).
 */
export const openOutbox = async (accountId: string, onGone: () => void): Promise<Outbox> => {
  claimDeviceDb(accountId)
  const stores = await openKeyValueStore<Names>(
    deviceDbName(accountId),
    ['outbox', 'drafts', 'files', 'acts'],
    onGone,
  )
  const write: Write = (work) => stores.run('readwrite', async (store) => void (await work(store)))
  const message = (store: Open, id: string) =>
    store('outbox').get(id) as Promise<StoredMessage | undefined>
  const change = (
    id: string,
    work: (m: StoredMessage, store: Open) => Promise<StoredMessage>,
  ): Promise<boolean> =>
    stores.run('readwrite', async (store) => {
      const known = await message(store, id)
      if (known) await store('outbox').put(id, await work(known, store))
      return known !== undefined
    })
  return {
    messages: async () =>
      ((await stores.run('readonly', (store) => store('outbox').all())) as StoredMessage[]).sort(
        (a, b) => a.order - b.order,
      ),
    message: (id) => stores.run('readonly', (store) => message(store, id)),
    put: async (m, files) => {
      const safe = await storable(files, m.photos)
      await write(async (store) => {
        await keep(store, safe, await changedOf(store, m.photos))
        await store('outbox').put(m.clientMsgId, m)
        await leaveDraft(store, m.photos)
      })
      return stores.isLasting()
    },
    patch: (id, patch) =>
      change(id, async (m, store) => {
        const next = { ...m, ...patch }
        if (patch.photos) {
          await store('outbox').put(id, next)
          await sweep(store)
        }
        return next
      }),
    convert: async (id, photoId, blob) =>
      void (await change(id, async (m, store) => {
        if (m.photos.some((p) => p.id === photoId)) await store('files').put(photoId, blob)
        return {
          ...m,
          photos: m.photos.map((p) => (p.id === photoId ? { ...p, converted: true } : p)),
        }
      })),
    remove: (id) =>
      write(async (store) => {
        await store('outbox').remove(id)
        await sweep(store)
      }),
    file: (id) =>
      stores.run('readonly', (store) => store('files').get(id)) as Promise<Blob | undefined>,
    drafts: () =>
      stores.run('readonly', (store) => store('drafts').all()) as Promise<StoredDraft[]>,
    putDraft: createDraftWriter(write),
    acts: () => stores.run('readonly', (store) => store('acts').all()) as Promise<StoredAct[]>,
    putAct: (act) => write((store) => store('acts').put(act.key, act)),
    removeAct: ({ key, order }) =>
      write(async (store) => {
        const stored = (await store('acts').get(key)) as StoredAct | undefined
        if (stored?.order === order) await store('acts').remove(key)
      }),
    close: stores.close,
    late: stores.late,
  }
}
