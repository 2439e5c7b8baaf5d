import { proxy } from 'valtio'
import { addAlbumMedia, deleteMedia } from '#contract/albums/albums'
import { addPublicPhotos } from '#contract/profile/photos'
import { ApiError, call } from '../../../data/http/api'
import type { BlurSpot } from '#contract/workers/image'
import { serverMessageOf } from '../../../data/http/api-error'
import type { StoredUpload } from '../../../data/device/upload-store'
import { actingIdentity, onSessionChange, session } from '../../../data/session/state'
import { toast } from '../../../data/state/toasts'
import type { PeopleChoice } from '../../../data/media/people'
import { PhotoNotPrepared, uploadPhoto, UPLOADS_AT_ONCE } from '../../../data/media/upload-queue'
import type { CheckedPhoto } from '../../../parts/blur/face-gate'
import { plural } from '../../../lib/text'
import { announce } from '../../../ui/feedback/announcer'
import { refreshOwnPhotos } from '../state/api'
import { ALBUM_ERRORS } from '../state/labels'
import { updateKeptUpload, PAGE_ID, takeOverUploads } from './kept-uploads'
import { retryUntilDone, type RetriedWork } from './retry'
import { createIncreasingTime } from '../../../lib/increasing-time'

/**
 * `sent`: on the server, waiting for earlier ones to be added. `offline`: retried when the network
 * is back.
 */
export type UploadStatus =
  | 'waiting'
  | 'converting'
  | 'sending'
  | 'offline'
  | 'sent'
  | 'failed'
  | 'done'
interface UploadJob {
  readonly id: string
  readonly name: string
  readonly target: string
  status: UploadStatus
  progress: number
  message: string | null
}
/** Target of uploads: an album's id, or the public photos. */
export const PUBLIC_TARGET = 'public'

/**
 * Uploads to all targets, in order of choice. They continue while the member is elsewhere in the
 * app.
 */
export const uploads = proxy<{ jobs: UploadJob[] }>({ jobs: [] })

interface Work extends RetriedWork {
  readonly file: File
  readonly spots: readonly BlurSpot[]
  readonly people: PeopleChoice | undefined
  readonly author: string | null | undefined
  /** The converted photo, once it exists. */
  converted: Blob | null
  mediaId: string | null
}
const works = new Map<string, Work>()
/**
 * Ids of all uploads that this page has started: a finished one is not resumed from a stale read.
 */
const begun = new Set<string>()
const ATTACH_MAX = 100
const REFRESH_MS = 1_200
let running = 0
const nextOrder = createIncreasingTime()
const attaching = new Set<string>()
/** Ids of uploads that were cancelled during the call that adds them. */
const cancelledLate = new Set<string>()

const find = (id: string): UploadJob | undefined => uploads.jobs.find((j) => j.id === id)
const settled = (job: UploadJob): boolean => job.status === 'failed' || job.status === 'done'
export const isBusy = (job: UploadJob): boolean => !settled(job)

let timer: ReturnType<typeof setTimeout> | undefined
const showSoon = (): void => {
  timer ??= setTimeout(() => {
    timer = undefined
    if (session.accountId) void refreshOwnPhotos(session.accountId)
  }, REFRESH_MS)
}

const fail = (job: UploadJob | undefined, error: unknown): void => {
  if (!job) return
  // only the server's sentences are for the member, other messages are technical
  const message =
    error instanceof PhotoNotPrepared ? error.message : (serverMessageOf(error) ?? ALBUM_ERRORS.add)
  Object.assign(job, { status: 'failed', message })
  void updateKeptUpload(job.id, (store) => store.patch(job.id, { error: message }))
}

/** Progress of a photo that is uploaded but not added yet. */
const UPLOADED = 0.9
/** Converts and uploads a photo. Its media id is stored before it is added to its target. */
const send = async (id: string): Promise<void> => {
  const work = works.get(id)
  const job = find(id)
  if (!work || !job) return
  const { signal } = work.stop
  try {
    const mediaId = await retryUntilDone(
      work,
      () =>
        uploadPhoto({
          file: work.file,
          spots: work.spots,
          people: work.people,
          // an upload may count as the agreement of who acts
          author: work.author,
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
            return updateKeptUpload(id, (store) => store.convert(id, blob))
          },
        }),
      () => {
        job.status = 'offline'
      },
    )
    work.mediaId = mediaId
    await updateKeptUpload(id, (store) => store.patch(id, { mediaId }))
    if (find(id)) job.status = 'sent'
  } catch (error) {
    if (signal.aborted) return
    // its author, or who is on it, has left the account: no retry could succeed
    if (error instanceof ApiError && error.code === 'foreign_identity') {
      cancelUpload(id)
      toast(ALBUM_ERRORS.author, { kind: 'error', durationMs: 8_000 })
    } else fail(find(id), error)
  }
}

const onAttachFailure = (target: string, jobs: readonly UploadJob[], error: unknown): void => {
  toast(ALBUM_ERRORS.add, { kind: 'error' })
  const code = error instanceof ApiError ? error.code : undefined
  for (const job of jobs) {
    const work = works.get(job.id)
    // the server no longer has it: a retry uploads it again
    if (work && code === 'media_not_yours') {
      work.mediaId = null
      void updateKeptUpload(job.id, (store) => store.patch(job.id, { mediaId: null }))
    }
    fail(job, error)
  }
  // a deleted album has no list that could show them
  if (target !== PUBLIC_TARGET && error instanceof ApiError && error.status === 404)
    for (const job of jobs) cancelUpload(job.id)
}

/** Photos that were cancelled late and are being deleted. */
let takingBack = 0
/** The call that adds a photo cannot be undone: the photo is deleted after it. */
const takeBack = (mediaId: string): void => {
  const work = { stop: new AbortController(), failures: 0 }
  const remove = () => call(deleteMedia, { params: { id: mediaId } })
  takingBack += 1
  void retryUntilDone(work, remove, () => undefined)
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return
      toast('La photo annulée a été ajoutée. Supprimez-la depuis l’album.', {
        kind: 'error',
        durationMs: 8_000,
      })
    })
    .finally(() => {
      takingBack -= 1
      showSoon()
    })
}

/**
 * Adds uploaded photos to their target in order of choice: none overtakes one that is still
 * uploading.
 */
const attach = async (target: string): Promise<void> => {
  if (attaching.has(target)) return
  const open = uploads.jobs.filter((j) => j.target === target && isBusy(j))
  const end = open.findIndex((j) => j.status !== 'sent')
  const ready = (end < 0 ? open : open.slice(0, end)).slice(0, ATTACH_MAX)
  const work = ready[0] ? works.get(ready[0].id) : undefined
  if (!work) return
  attaching.add(target)
  const added = new Map(ready.map((j) => [j.id, works.get(j.id)?.mediaId ?? '']))
  const ids = [...added.values()].filter(Boolean)
  try {
    await retryUntilDone<unknown>(
      work,
      () =>
        target === PUBLIC_TARGET
          ? call(addPublicPhotos, { body: { media_ids: ids } })
          : call(addAlbumMedia, { params: { id: target }, body: { mediaIds: ids } }),
      () => undefined,
    )
    for (const job of ready) {
      job.status = 'done'
      job.progress = 1
      works.delete(job.id)
      void updateKeptUpload(job.id, (store) => store.remove(job.id))
    }
  } catch (error) {
    if (!work.stop.signal.aborted) onAttachFailure(target, ready, error)
  } finally {
    attaching.delete(target)
    for (const [id, mediaId] of added) if (cancelledLate.delete(id)) takeBack(mediaId)
  }
  showSoon()
  finish(target)
  void attach(target)
}

/** Once no upload to a target is pending, the successful ones leave the list. */
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
    // already uploaded: it only has to be added
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
  upload: Pick<
    StoredUpload,
    'id' | 'target' | 'name' | 'spots' | 'people' | 'author' | 'converted' | 'mediaId' | 'error'
  >,
  file: File,
): void => {
  const { id, target, name, author, mediaId, error } = upload
  begun.add(id)
  works.set(id, {
    file,
    spots: upload.spots ?? [],
    people: upload.people,
    author,
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
/** Uploads photos to an album (its id) or to the public photos. */
export const addPhotos = (
  target: string,
  photos: readonly CheckedPhoto[],
  people?: PeopleChoice,
): void => {
  const acting = actingIdentity()
  for (const { file, spots } of photos) {
    const upload: StoredUpload = {
      id: crypto.randomUUID(),
      target,
      name: file.name,
      spots,
      people,
      author: acting.kind === 'single' ? acting.id : null,
      order: nextOrder(),
      owner: PAGE_ID,
      converted: false,
      mediaId: null,
      error: null,
    }
    void updateKeptUpload(upload.id, (store) => store.put(upload, file))
    enqueue(upload, file)
  }
  pump()
}
/** Resumes the uploads that a closed page has left on this device. */
export const resumeUploads = async (): Promise<void> => {
  const { accountId } = session
  const left = await takeOverUploads().catch(() => [])
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
  void updateKeptUpload(id, (store) => store.patch(id, { error: null }))
  pump()
}
/** Cancels a pending upload, or removes a failed one. */
export const cancelUpload = (id: string): void => {
  const job = find(id)
  if (job?.status === 'sent' && attaching.has(job.target)) cancelledLate.add(id)
  works.get(id)?.stop.abort()
  works.delete(id)
  void updateKeptUpload(id, (store) => store.remove(id))
  uploads.jobs = uploads.jobs.filter((j) => j.id !== id)
  if (!job) return
  finish(job.target)
  void attach(job.target)
}
export const cancelUploads = (target?: string): void => {
  for (const job of uploads.jobs.filter((j) => target === undefined || j.target === target))
    if (job.status !== 'done') cancelUpload(job.id)
}

/** Stored uploads stay: sign-out deletes them, an expired session's account resumes them later. */
onSessionChange((what) => {
  if (what !== 'account' && what !== 'ended') return
  for (const { stop } of works.values()) stop.abort()
  works.clear()
  begun.clear()
  cancelledLate.clear()
  uploads.jobs = []
})
addEventListener('beforeunload', (event) => {
  if (takingBack > 0 || uploads.jobs.some(isBusy)) event.preventDefault()
})
