import type { Message } from '#contract/messaging/messages'
import type { Outbox, StoredMessage } from '../../../data/device/outbox-store'
import type { Outgoing } from '../state/model'
import type { Say, Shown } from './channel'
import { keepSent, restoredPhoto } from './photos'
import { noteOutcome } from './send'
import {
  messaging,
  noteMessage,
  putOutgoing,
  setOutgoing,
  setThread,
  takeMessages,
  thread,
} from '../state/store'

/** The bubbles of what waits, kept in step with the device and with the other tabs. */
export const createBubbles = (accountId: string, box: Outbox, say: Say, live: () => boolean) => {
  /** Could not be written on the device (full disk): goes from memory. */
  const unkept = new Map<string, StoredMessage>()
  /** Arrived or given up: not shown again, whatever is still read about it. */
  const over = new Set<string>()
  const find = (id: string, key: string): Outgoing | undefined =>
    thread(id).outgoing.find((o) => o.clientMsgId === key)
  /** Refused, whether or not that could be written on the device. */
  const refused = new Set<string>()
  const list = async (): Promise<StoredMessage[]> =>
    [...(await box.messages().catch(() => [])), ...unkept.values()]
      .filter((m) => !over.has(m.clientMsgId))
      .sort((a, b) => a.order - b.order)
  const isDue = (m: StoredMessage): boolean => m.state === 'waiting' && !refused.has(m.clientMsgId)

  const tell = (
    id: string,
    key: string,
    patch: Shown,
    kept?: Partial<StoredMessage>,
  ): Promise<unknown> => {
    if (find(id, key)) setOutgoing(id, key, patch)
    if (patch.state === 'failed' || patch.state === 'waiting') noteOutcome(key, patch.error ?? null)
    say({ kind: 'shown', id, key, patch })
    const memory = unkept.get(key)
    if (memory && kept) unkept.set(key, { ...memory, ...kept })
    return kept ? box.patch(key, kept).catch(() => undefined) : Promise.resolve()
  }
  const takeIn = (id: string, key: string, message: Message | null): void => {
    over.add(key)
    unkept.delete(key)
    const o = find(id, key)
    if (o && message)
      for (const p of o.photos) if (o.mediaIds[p.id]) keepSent(o.mediaIds[p.id] as string, p)
    if (message && messaging.threads[id]) takeMessages(id, [message], accountId)
    if (message) noteMessage(message, accountId)
    if (find(id, key))
      setThread(id, { outgoing: thread(id).outgoing.filter((x) => x.clientMsgId !== key) })
    noteOutcome(key, null)
  }
  const finish = async (id: string, key: string, message: Message | null): Promise<void> => {
    takeIn(id, key, message)
    say({ kind: 'gone', id, key, message })
    await box.remove(key).catch(() => undefined)
  }
  /** Its bubble stands in the thread, with everything that has been done for it in any tab. */
  const show = async (m: StoredMessage): Promise<void> => {
    const { conversationId: id, clientMsgId: key } = m
    if (!find(id, key)) {
      const photos = (await Promise.all(m.photos.map((p) => restoredPhoto(p, box.file)))).filter(
        (p) => p !== null,
      )
      if (!live() || over.has(key) || find(id, key)) return
      if (photos.length === 0 && m.content === '') return finish(id, key, null)
      putOutgoing(id, {
        ...m,
        photos,
        blobs: {},
        shares: Object.fromEntries(Object.keys(m.mediaIds).map((p) => [p, 1])),
      })
    }
    const blobs = new Map(
      await Promise.all(
        m.photos
          .filter((p) => p.converted && !find(id, key)?.blobs[p.id])
          .map(async (p) => [p.id, await box.file(p.id)] as const),
      ),
    )
    const o = find(id, key)
    if (o)
      setOutgoing(id, key, {
        posted: o.posted || m.posted,
        mediaIds: { ...m.mediaIds, ...o.mediaIds },
        blobs: {
          ...o.blobs,
          ...(Object.fromEntries([...blobs].filter(([, b]) => b)) as Record<string, Blob>),
        },
      })
  }
  return { over, refused, unkept, find, list, isDue, tell, takeIn, finish, show }
}
export type Bubbles = ReturnType<typeof createBubbles>
