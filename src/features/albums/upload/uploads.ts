import { proxy } from 'valtio'
import { addAlbumMedia } from '#contract/albums'
import { addPublicPhotos } from '#contract/profile/photos'
import { ApiError, call, isPassing } from '../../../data/http/api'
import { saidBy } from '../../../data/http/api-error'
import { onSessionChange, session } from '../../../data/session/state'
import { toast } from '../../../data/state/toasts'
import { uploadMedia } from '../../../data/media/upload'
import { plural } from '../../../lib/text'
import { announce } from '../../../ui/feedback/announcer'
import { refreshOwn } from '../state/api'
import { ERRORS } from '../state/labels'

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
  mediaId: string | null
  tries: number
}
const works = new Map<string, Work>()
const AT_ONCE = 2
const ATTACH_MAX = 100
const RETRY_MS = 2_000
const RETRY_MOST_MS = 20_000
const SERVER_TRIES = 4
const REFRESH_MS = 1_200
let loading: Promise<typeof import('../../../data/media/images')> | undefined
/** Fetched with the first photo. */
const images = () =>
  (loading ??= import('../../../data/media/images').catch((error: unknown) => {
    loading = undefined
    throw error
  }))
/** The picker takes its time: the first photo finds its worker ready. */
export const warmUp = (): void =>
  void images().then(
    ({ warmImages }) => warmImages(),
    () => undefined,
  )
let running = 0
let count = 0
const attaching = new Set<string>()

const find = (id: string): UploadJob | undefined => uploads.jobs.find((j) => j.id === id)
const settled = (job: UploadJob): boolean => job.status === 'failed' || job.status === 'done'
export const isBusy = (job: UploadJob): boolean => !settled(job)

/** Waits until a try makes sense again: the network says so, or the time is over. */
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

/** Tries again for as long as the failure may pass; `again` hears that it waits. */
const persist = async <T>(work: Work, act: () => Promise<T>, waits: () => void): Promise<T> => {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      work.tries += 1
      const cut = error instanceof ApiError && (error.status === 0 || error.status === 429)
      if (work.stop.signal.aborted || !isPassing(error) || (!cut && work.tries >= SERVER_TRIES))
        throw error
      waits()
      const asked = error instanceof ApiError ? error.retryAfterS : undefined
      await pause(
        asked ? asked * 1000 : Math.min(RETRY_MOST_MS, RETRY_MS * 2 ** Math.min(4, work.tries - 1)),
        work.stop.signal,
      )
    }
  }
}

/** What the device itself refuses to send; its message is for the member. */
class Refused extends Error {}
const fail = (job: UploadJob | undefined, error: unknown): void => {
  if (!job) return
  job.status = 'failed'
  // the server's sentences are French; a script that could not be fetched says something else
  job.message = error instanceof Refused ? error.message : (saidBy(error) ?? ERRORS.add)
}

/** From the chosen file to a media of the server. */
const send = async (id: string): Promise<void> => {
  const work = works.get(id)
  const job = find(id)
  if (!work || !job) return
  const { signal } = work.stop
  try {
    job.status = 'converting'
    const { convertPhoto } = await images()
    const made = await convertPhoto(work.file, {
      signal,
      onProgress: (share) => {
        job.progress = share * 0.4
      },
    })
    if (made.status === 'refused') throw new Refused(made.message)
    const bytes = made.status === 'converted' ? made.blob : work.file
    const uploaded = await persist(
      work,
      () => {
        job.status = 'sending'
        return uploadMedia(bytes, {
          filename: work.file.name,
          signal,
          onProgress: (share) => {
            job.progress = 0.4 + share * 0.5
          },
        })
      },
      () => {
        job.status = 'offline'
      },
    )
    work.mediaId = uploaded.mediaId
    job.status = 'sent'
  } catch (error) {
    if (!signal.aborted) fail(find(id), error)
  }
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
    }
  } catch (error) {
    for (const job of ready) fail(job, error)
    toast(ERRORS.add, { kind: 'error' })
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
  while (running < AT_ONCE) {
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

/** Sends photos to an album (its id) or to the public photos. */
export const addFiles = (target: string, files: readonly File[]): void => {
  for (const file of files) {
    const id = `upload-${(count += 1)}`
    works.set(id, { file, stop: new AbortController(), mediaId: null, tries: 0 })
    uploads.jobs.push({
      id,
      name: file.name,
      target,
      status: 'waiting',
      progress: 0,
      message: null,
    })
  }
  pump()
}
export const retryUpload = (id: string): void => {
  const [job, work] = [find(id), works.get(id)]
  if (!job || !work || job.status !== 'failed') return
  work.tries = 0
  Object.assign(job, { status: 'waiting', message: null, progress: work.mediaId ? 0.9 : 0 })
  pump()
}
/** Stops one that is on its way, or forgets one that failed. */
export const cancelUpload = (id: string): void => {
  const job = find(id)
  works.get(id)?.stop.abort()
  works.delete(id)
  uploads.jobs = uploads.jobs.filter((j) => j.id !== id)
  if (!job) return
  finish(job.target)
  void attach(job.target)
}
export const cancelUploads = (target?: string): void => {
  for (const job of uploads.jobs.filter((j) => target === undefined || j.target === target))
    if (job.status !== 'done') cancelUpload(job.id)
}

onSessionChange((what) => {
  if (what === 'account' || what === 'ended') cancelUploads()
})
addEventListener('beforeunload', (event) => {
  if (uploads.jobs.some(isBusy)) event.preventDefault()
})
