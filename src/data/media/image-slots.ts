import { PHOTO_WORKER, type PREVIEW_WORKER } from '#contract/workers/image'
import { openImageWorker, type ImageWorker } from './image-worker'

export interface SlotOptions {
  readonly spawn: (name: typeof PHOTO_WORKER | typeof PREVIEW_WORKER) => Worker
  /** Workers at once. */
  readonly size: () => number
  /** Idle workers are terminated after this. */
  readonly idleMs: number
}

/** A job that waits on its worker, behind the one in front, until `begin` is called. */
export interface Job {
  begun: boolean
  readonly begin: () => void
  /** Settles when the job begins. */
  readonly first: Promise<void>
}
export interface Slot {
  readonly worker: ImageWorker
  readonly jobs: Job[]
  /** Settles when the worker is terminated. */
  readonly gone: Promise<void>
  readonly leave: () => void
  timer: ReturnType<typeof setTimeout> | undefined
}

const signalled = (): { readonly promise: Promise<void>; readonly resolve: () => void } => {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

const createJob = (): Job => {
  const { promise: first, resolve } = signalled()
  const job: Job = {
    begun: false,
    first,
    begin: () => {
      job.begun = true
      resolve()
    },
  }
  return job
}

/** A few workers with their jobs, started on demand and kept warm between jobs. */
export const createSlots = ({ spawn, size, idleMs }: SlotOptions) => {
  const slots: Slot[] = []

  /** Terminates a worker; its remaining jobs restart on another. */
  const drop = (slot: Slot): void => {
    const at = slots.indexOf(slot)
    if (at < 0) return
    clearTimeout(slot.timer)
    slots.splice(at, 1)
    slot.leave()
    slot.worker.end()
  }

  const rest = (slot: Slot, ms: number): void => {
    clearTimeout(slot.timer)
    slot.timer = setTimeout(() => drop(slot), ms)
  }

  const open = (): Slot => {
    const { promise: gone, resolve: leave } = signalled()
    const slot: Slot = {
      worker: openImageWorker(() => spawn(PHOTO_WORKER)),
      jobs: [],
      gone,
      leave,
      timer: undefined,
    }
    slots.push(slot)
    // a worker that dies while idle is not reused
    void slot.worker.lost.then(() => {
      if (slot.jobs.length === 0) drop(slot)
    })
    return slot
  }

  /** Puts a new job on an idle worker, else a new one, else one with a single job. */
  const join = (): { readonly slot: Slot; readonly job: Job } => {
    const least = slots.toSorted((a, b) => a.jobs.length - b.jobs.length)[0]
    const slot = least && (least.jobs.length === 0 || slots.length >= size()) ? least : open()
    clearTimeout(slot.timer)
    const job = createJob()
    slot.jobs.push(job)
    slot.jobs[0]?.begin()
    return { slot, job }
  }

  const leave = (slot: Slot, job: Job, usable: boolean): void => {
    slot.jobs.splice(slot.jobs.indexOf(job), 1)
    if (!usable) return drop(slot)
    slot.jobs[0]?.begin()
    if (slot.jobs.length === 0 && slots.includes(slot)) rest(slot, idleMs)
  }

  /**
   * Starts a worker ahead of its first job and keeps it for `ms`. Failures surface with the first
   * job.
   */
  const warm = (ms: number): void => {
    if (slots.length > 0) return
    try {
      rest(open(), ms)
    } catch {
      // reported by the first job
    }
  }

  return { join, leave, warm }
}
