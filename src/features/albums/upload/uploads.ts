import { proxy } from 'valtio'
import { addAlbumMedia } from '#contract/albums'
import { addPublicPhotos } from '#contract/profile/photos'
import { ApiError, call } from '../../../data/http/api'
import { saidBy } from '../../../data/http/api-error'
import { isRetriedByQueue, retryDelayMs } from '../../../data/http/queue-retry'
import type { StoredUpload } from '../../../data/device/upload-store'
import { onSessionChange, session } from '../../../data/session/state'
import { toast } from '../../../data/state/toasts'
import { PhotoNotPrepared, uploadPhoto, UPLOADS_AT_ONCE } from '../../../data/media/upload-queue'
import { plural } from '../../../lib/text'
import { announce } from '../../../ui/feedback/announcer'
import { refreshOwn } from '../state/api'
import { ERRORS } from '../state/labels'
import { keep, PAGE, takeOver } from './kept-uploads'

/** `sent`: on the server, waiting for those before it to take its place. `offline`: it goes on when the network is back. */
export type UploadStatus =
  | 'waiting'
  | 'converting'
  | 'sending'
  | 'offline'
  | 'sent'
  | 'failed'
  | 'done'
export interface UploadJob {
  readonly id: string
  readonly name: string
  readonly target: string
  status: UploadStatus
  progress: number
  message: string | null
}
/** Where photos go: an album's id, or the public photos. */
export const PUBLIC = 'public'

/** Photos on their way, of all albums, in the order they were chosen. They go on while the member looks at something else. */
export const uploads = proxy<{ jobs: UploadJob[] }>({ jobs: [] })

interface Work {
  readonly file: File
  readonly stop: AbortController
  /** What will be sent, once it is converted. */
  converted: Blob | null
  mediaId: string | null
  /** Failures since the last success. */
  failures: number
}
const works = new Map<string, Work>()
/** Ids of all photos that this page has begun with: one that is finished is not taken from the device again. */
const begun = new Set<string>()
const ATTACH_MAX = 100
const REFRESH_MS = 1_200
let running = 0
let last = 0
const nextOrder = (): number => (last = Math.max(Date.now(), last + 1))
const attaching = new Set<string>()

const find = (id: string): UploadJob | undefined => uploads.jobs.find((j) => j.id === id)
const settled = (job: UploadJob): boolean => job.status === 'failed' || job.status === 'done'
export const isBusy = (job: UploadJob): boolean => !settled(job)

/** Waits until a try makes sense again: the network is back, or the delay has passed. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })

let timer: ReturnType<typeof setTimeout> | undefined
const showSoon = (): void => {
  timer ??= setTimeout(() => {
    timer = undefined
    if (session.accountId) void refreshOwn(session.accountId)
  }, REFRESH_MS)
}

/** Retries transient failures until the work succeeds or is cancelled; `onWait` is called before each delay. */
const persist = async <T>(work: Work, act: () => Promise<T>, onWait: () => void): Promise<T> => {
  for (;;) {
    try {
      const result = await act()
      work.failures = 0
      return result
    } catch (error) {
      if (work.stop.signal.aborted || !isRetriedByQueue(error)) throw error
      onWait()
      const retryAfterS = error instanceof ApiError ? error.retryAfterS : undefined
      await pause(retryDelayMs(work.failures, retryAfterS), work.stop.signal)
      work.failures += 1
      work.stop.signal.throwIfAborted()
    }
  }
}

const fail = (job: UploadJob | undefined, error: unknown): void => {
  if (!job) return
  // the server's sentences are French; a script that could not be fetched says something else
  const message = error instanceof PhotoNotPrepared ? error.message : (saidBy(error) ?? ERRORS.add)
  Object.assign(job, { status: 'failed', message })
  void keep(job.id, (store) => store.patch(job.id, { error: message }))
}

/** Share of a photo's progress before it takes its place. */
const UPLOADED = 0.9
/** Converts and uploads a photo. Its media id is on the device before it takes its place. */
const send = async (id: string): Promise<void> => {
  const work = works.get(id)
  const job = find(id)
  if (!work || !job) return
  const { signal } = work.stop
  try {
    const mediaId = await persist(
      work,
      () =>
        uploadPhoto({
          file: work.file,
          spots: [],
          converted: work.converted,
          filename: work.file.name,
          signal,
          onProgress: (share) => {
            job.progress = share * UPLOADED
          },
          onStage: (stage) => {
            job.status = stage
          },
          onConverted: (blob) => {
            work.converted = blob
            return keep(id, (store) => store.convert(id, blob))
          },
        }),
      () => {
        job.status = 'offline'
      },
    )
    work.mediaId = mediaId
    await keep(id, (store) => store.patch(id, { mediaId }))
    if (find(id)) job.status = 'sent'
  } catch (error) {
    if (!signal.aborted) fail(find(id), error)
  }
}

const onAttachFailure = (target: string, jobs: readonly UploadJob[], error: unknown): void => {
  toast(ERRORS.add, { kind: 'error' })
  const code = error instanceof ApiError ? error.code : undefined
  for (const job of jobs) {
    const work = works.get(job.id)
    // the server has removed it meanwhile: a retry uploads it again
    if (work && code === 'media_not_yours') {
      work.mediaId = null
      void keep(job.id, (store) => store.patch(job.id, { mediaId: null }))
    }
    fail(job, error)
  }
  // no list shows the photos of an album that is gone
  if (target !== PUBLIC && error instanceof ApiError && error.status === 404)
    for (const job of jobs) cancelUpload(job.id)
}

/** Puts what has arrived in its place, in the order of choice: nothing overtakes one that is still on its way. */
const attach = async (target: string): Promise<void> => {
  if (attaching.has(target)) return
  const open = uploads.jobs.filter((j) => j.target === target && isBusy(j))
  const end = open.findIndex((j) => j.status !== 'sent')
  const ready = (end < 0 ? open : open.slice(0, end)).slice(0, ATTACH_MAX)
  const work = ready[0] ? works.get(ready[0].id) : undefined
  if (!work) return
  attaching.add(target)
  try {
    const ids = ready.flatMap((j) => works.get(j.id)?.mediaId ?? [])
    await persist<unknown>(
      work,
      () =>
        target === PUBLIC
          ? call(addPublicPhotos, { body: { media_ids: ids } })
          : call(addAlbumMedia, { params: { id: target }, body: { mediaIds: ids } }),
      () => undefined,
    )
    for (const job of ready) {
      job.status = 'done'
      job.progress = 1
      works.delete(job.id)
      void keep(job.id, (store) => store.remove(job.id))
    }
  } catch (error) {
    if (!work.stop.signal.aborted) onAttachFailure(target, ready, error)
  } finally {
    attaching.delete(target)
  }
  showSoon()
  finish(target)
  void attach(target)
}

/** When nothing of a place is on its way any more, what succeeded leaves the list. */
const finish = (target: string): void => {
  const of = uploads.jobs.filter((j) => j.target === target)
  if (of.some(isBusy)) return
  const added = of.filter((j) => j.status === 'done').length
  uploads.jobs = uploads.jobs.filter((j) => j.target !== target || j.status === 'failed')
  if (added > 0) announce(`${plural(added, 'photo')} ${added > 1 ? 'ajoutées' : 'ajoutée'}`)
}

const pump = (): void => {
  while (running < UPLOADS_AT_ONCE) {
    const next = uploads.jobs.find((j) => j.status === 'waiting')
    if (!next) return
    running += 1
    // what has already arrived only lacks its place
    const arrived = works.get(next.id)?.mediaId
    if (arrived) next.status = 'sent'
    void (arrived ? Promise.resolve() : send(next.id)).finally(() => {
      running -= 1
      finish(next.target)
      void attach(next.target)
      pump()
    })
  }
}

const enqueue = (
  upload: Pick<StoredUpload, 'id' | 'target' | 'name' | 'converted' | 'mediaId' | 'error'>,
  file: File,
): void => {
  const { id, target, name, mediaId, error } = upload
  begun.add(id)
  works.set(id, {
    file,
    stop: new AbortController(),
    converted: upload.converted ? file : null,
    mediaId,
    failures: 0,
  })
  uploads.jobs.push({
    id,
    name,
    target,
    status: error === null ? 'waiting' : 'failed',
    progress: mediaId ? UPLOADED : 0,
    message: error,
  })
}
/** Sends photos to an album (its id) or to the public photos. */
export const addFiles = (target: string, files: readonly File[]): void => {
  for (const file of files) {
    const upload: StoredUpload = {
      id: crypto.randomUUID(),
      target,
      name: file.name,
      order: nextOrder(),
      owner: PAGE,
      converted: false,
      mediaId: null,
      error: null,
    }
    void keep(upload.id, (store) => store.put(upload, file))
    enqueue(upload, file)
  }
  pump()
}
/** Goes on with the photos that a closed page has left on this device. */
export const resumeUploads = async (): Promise<void> => {
  const { accountId } = session
  const left = await takeOver().catch(() => [])
  if (session.accountId !== accountId) return
  for (const { upload, file } of left) if (!begun.has(upload.id)) enqueue(upload, file)
  pump()
}
export const retryUpload = (id: string): void => {
  const [job, work] = [find(id), works.get(id)]
  if (!job || !work || job.status !== 'failed') return
  work.failures = 0
  const progress = work.mediaId ? UPLOADED : 0
  Object.assign(job, { status: 'waiting', message: null, progress })
  void keep(id, (store) => store.patch(id, { error: null }))
  pump()
}
/** Stops one that is on its way, or forgets one that failed. */
export const cancelUpload = (id: string): void => {
  const job = find(id)
  works.get(id)?.stop.abort()
  works.delete(id)
  void keep(id, (store) => store.remove(id))
  uploads.jobs = uploads.jobs.filter((j) => j.id !== id)
  if (!job) return
  finish(job.target)
  void attach(job.target)
}
export const cancelUploads = (target?: string): void => {
  for (const job of uploads.jobs.filter((j) => target === undefined || j.target === target))
    if (job.status !== 'done') cancelUpload(job.id)
}

/** What is on the device stays: sign-out wipes it, and the same account goes on with it when it is back. */
onSessionChange((what) => {
  if (what !== 'account' && what !== 'ended') return
  for (const { stop } of works.values()) stop.abort()
  works.clear()
  begun.clear()
  uploads.jobs = []
})
addEventListener('beforeunload', (event) => {
  if (uploads.jobs.some(isBusy)) event.preventDefault()
})
