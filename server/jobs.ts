import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits'
import { announceExpiredShares, remindShares } from './albums/service'
import { deleteExpiredAgeChecks } from './age/service'
import { fetchTrustList } from './age/trust-list'
import type { Ctx } from './context'
import { encryptColumns } from './db/seal/job'
import { deleteExpiredReplies } from './events/participation/questions'
import { deleteExpiredRides } from './events/participation/rides'
import { announceAfter, deleteExpiredAfter } from './events/after/jobs'
import { eraseAddresses, revealDueAddresses } from './events/editing/address-jobs'
import { runReconfirmations } from './events/participation/reconfirm-jobs'
import { expireOffers, offerMissedPlaces, sendReminders } from './events/editing/jobs'
import { leaveEventsAfterSeparation } from './events/service'
import { purgeDueAccounts } from './life/deletion'
import { deleteOrphanedFiles, deleteExpiredRows } from './life/tidy'
import { sendQueuedLetters } from './mail/queue'
import { processUnusedAccounts, deleteUnusedLogins } from './life/unused'
import {
  closeDueConversations,
  destroyExpiredBriefPhotos,
  releaseAgreedMessages,
} from './messaging/service'
import { processDuePartings } from './parting/service'
import { sendAnnouncements } from './operator/announcements'
import { alertUrgent } from './operator/instance'
import {
  requestHoldRenewals,
  findSignals,
  restorePendingContent,
  leaveEventsOfSuspended,
  liftDueSuspensions,
  notifyOwnersOfLooks,
  applyModerationRetention,
  expireVerificationRequests,
} from './moderation/service'

type Job = (ctx: Ctx) => Promise<unknown>

/** Every minute. The names are stored in `work_claims`; `instance-page.tsx` has them in French. */
const JOBS: Readonly<Record<string, Job>> = {
  remind: sendReminders,
  lapseOffers: expireOffers,
  purgeDue: purgeDueAccounts,
  liftSuspensions: liftDueSuspensions,
  offerLeft: offerMissedPlaces,
  leaveEvents: leaveEventsOfSuspended,
  giveBack: restorePendingContent,
  announceExpired: announceExpiredShares,
  remindShares,
  findSignals,
  sendAnnouncements,
  alertUrgent,
  sendLetters: sendQueuedLetters,
  askAfter: announceAfter,
  askReconfirm: runReconfirmations,
  closeDiscussions: closeDueConversations,
  revealAddresses: revealDueAddresses,
  eraseAddresses,
  releaseAgreed: releaseAgreedMessages,
  destroyBrief: destroyExpiredBriefPhotos,
  partDue: processDuePartings,
  tidyVerifications: expireVerificationRequests,
}
/** Once a day. */
const DAILY: Readonly<Record<string, Job>> = {
  encryptColumns,
  tidyRows: deleteExpiredRows,
  tidyFiles: deleteOrphanedFiles,
  askHolds: requestHoldRenewals,
  tellLooks: notifyOwnersOfLooks,
  tidyModeration: applyModerationRetention,
  endUnused: processUnusedAccounts,
  tidyLogins: deleteUnusedLogins,
  tidyAgeChecks: deleteExpiredAgeChecks,
  fetchTrustList,
  tidyReplies: deleteExpiredReplies,
  tidyRides: deleteExpiredRides,
  tidyAfter: deleteExpiredAfter,
  partLeft: leaveEventsAfterSeparation,
}

/**
 * Jobs that send mail, one letter after the other. Each runs beside all others: a mail server that
 * does not answer, or an announcement to thousands, would keep back reminders, deletions and the
 * other letters.
 */
const MAIL_JOBS: ReadonlySet<string> = new Set([
  'sendAnnouncements',
  'alertUrgent',
  'sendLetters',
  'askHolds',
])

/** Lease of a claim: the job of a killed process is free after this. */
const LEASE_MS = 90_000
/** Tolerance for timers that fire slightly early. */
const EARLY_MS = 5_000
/** A daily job that failed does not wait for the next day. */
const AGAIN_MS = HOUR_MS

export interface Jobs {
  /**
   * Runs every job now, due or not, those that send mail last; failures are logged. Skips jobs that
   * another process is running.
   */
  run(): Promise<void>
  /**
   * Runs the jobs that are due, those that send mail beside the others; called by the timer.
   * Returns the names of those run here.
   */
  tick(): Promise<readonly string[]>
  stop(): Promise<void>
}

/**
 * Claims a job for this process; false when another one holds it or has done it. A lease that is
 * not renewed expires, so another process takes over from a killed one. `everyMs` 0: due or not.
 */
const claim = async (ctx: Ctx, name: string, everyMs: number): Promise<boolean> => {
  const now = ctx.now()
  await ctx.db
    .insertInto('work_claims')
    .values({ name, owner: '', until: 0, ran_at: 0 })
    .onConflict((c) => c.doNothing())
    .execute()
  const row = await ctx.db
    .updateTable('work_claims')
    .set({ owner: ctx.link.node, until: now + LEASE_MS })
    .where('name', '=', name)
    .where('until', '<=', now)
    .where((eb) =>
      eb.or([
        eb('ran_at', '<=', everyMs === 0 ? Number.MAX_SAFE_INTEGER : now - everyMs + EARLY_MS),
        eb('failed_at', '<=', now - AGAIN_MS + EARLY_MS),
      ]),
    )
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}
const mine = (ctx: Ctx, name: string) =>
  ctx.db.updateTable('work_claims').where('name', '=', name).where('owner', '=', ctx.link.node)

/** `more`, `daily`: jobs of rooms that hold state (push). */
export const startJobs = (
  ctx: Ctx,
  more: Readonly<Record<string, Job>>,
  daily: Readonly<Record<string, Job>>,
): Jobs => {
  let stopped = false
  const entries = (jobs: Readonly<Record<string, Job>>, everyMs: number) =>
    Object.entries(jobs).map(([name, job]) => ({ name, job, everyMs }))
  const { REHEARSAL } = ctx.env
  if (REHEARSAL) ctx.log.warn('REHEARSAL=1: no job runs, and nothing is sent.')
  const all = REHEARSAL
    ? []
    : [...entries({ ...JOBS, ...more }, MINUTE_MS), ...entries({ ...DAILY, ...daily }, DAY_MS)]
  const once = async (jobs: typeof all, due: boolean): Promise<readonly string[]> => {
    const done: string[] = []
    for (const { name, job, everyMs } of jobs) {
      if (stopped) break
      try {
        if (!(await claim(ctx, name, due ? everyMs : 0))) continue
        const renew = setInterval(
          () =>
            void mine(ctx, name)
              .set({ until: ctx.now() + LEASE_MS })
              .execute()
              .catch(() => undefined),
          LEASE_MS / 3,
        )
        // cleared when the job has succeeded
        let failedAt: number | null = ctx.now()
        try {
          await job(ctx)
          failedAt = null
          done.push(name)
        } finally {
          clearInterval(renew)
          await mine(ctx, name).set({ until: 0, ran_at: ctx.now(), failed_at: failedAt }).execute()
        }
      } catch (error) {
        ctx.log.error({ err: error, job: name }, 'scheduled job failed')
      }
    }
    return done
  }
  /** The jobs of a chain run one after the other, also those of two ticks. */
  const chainOf = (jobs: typeof all) => {
    let running: Promise<readonly string[]> = Promise.resolve([])
    return (due: boolean): Promise<readonly string[]> =>
      (running = running.then(() => once(jobs, due)))
  }
  const chains = [
    chainOf(all.filter(({ name }) => !MAIL_JOBS.has(name))),
    ...all.filter(({ name }) => MAIL_JOBS.has(name)).map((job) => chainOf([job])),
  ]
  const tick = async (): Promise<readonly string[]> =>
    (await Promise.all(chains.map((chain) => chain(true)))).flat()
  const timer = setInterval(() => void tick(), MINUTE_MS)
  timer.unref()
  return {
    run: async () => {
      for (const chain of chains) await chain(false)
    },
    tick,
    stop: async () => {
      stopped = true
      clearInterval(timer)
      // waits for the jobs that are running; no other begins
      await tick()
    },
  }
}
