import type { ReportReason } from '#contract/safety'
import type { Ctx, StaffViewer, Viewer } from '../server/context'
import { eventCallbacks } from '../server/events/service'
import { storeComment } from '../server/feedback/service'
import { decideOpenCase } from '../server/moderation/decisions/decide'
import { keepEvidence } from '../server/moderation/evidence/holds'
import { openAppeal } from '../server/moderation/members'
import { storeNotice } from '../server/moderation/notices'
import { findSignals } from '../server/moderation/service'
import { blockAccount, storeReport } from '../server/safety/service'
import { DEMO_PASSWORD, DEMO_STAFF } from '../server/session/demo'
import { emailKey } from '../server/session/email-key'
import { insertMember } from '../server/session/registration/member-rows'
import { COMMAND_ACTOR, grantRole } from '../server/staff/team'
import { seedVerifications } from './verifications'

const FLAG = 'demo-cases'
const HOUR = 3_600_000
const DAY = 24 * HOUR

type Kind = 'message' | 'profile' | 'photo' | 'event'
interface DemoReport {
  readonly kind: Kind
  readonly reason: ReportReason
  /** Hours ago, one per reporter. */
  readonly ago: readonly number[]
  readonly comment: string
}
const REPORTS: readonly DemoReport[] = [
  {
    kind: 'profile',
    reason: 'impersonation',
    ago: [51, 30],
    comment: 'Ce sont les photos d’un ami, il n’est pas inscrit ici.',
  },
  {
    kind: 'message',
    reason: 'harassment',
    ago: [3],
    comment: 'J’ai dit non trois fois, ça continue.',
  },
  {
    kind: 'photo',
    reason: 'non_consensual',
    ago: [5],
    comment: 'C’est moi sur cette photo et je n’ai jamais dit oui.',
  },
  {
    kind: 'event',
    reason: 'illegal',
    ago: [20],
    comment: 'L’entrée se paie d’une drôle de façon.',
  },
  {
    kind: 'message',
    reason: 'spam',
    ago: [9, 8, 2],
    comment: 'Le même message que la semaine dernière.',
  },
  {
    kind: 'profile',
    reason: 'minor',
    ago: [1],
    comment: 'Elle écrit qu’elle passe le bac en juin.',
  },
  { kind: 'message', reason: 'other', ago: [70], comment: '' },
  {
    kind: 'profile',
    reason: 'spam',
    ago: [26],
    comment: 'Un lien vers un site payant dans la présentation.',
  },
  {
    kind: 'photo',
    reason: 'other',
    ago: [44],
    comment: 'Rien de grave, mais l’adresse se lit sur la boîte aux lettres.',
  },
  {
    kind: 'event',
    reason: 'impersonation',
    ago: [12],
    comment: 'Ce ne sont pas les vrais organisateurs.',
  },
]

const viewerOf = (accountId: string): Viewer => ({
  userId: '',
  sessionId: '',
  accountId,
  identityId: null,
  identityIds: [],
})

interface Target {
  readonly id: string
  /** Accounts that can see it. */
  readonly reporters: readonly string[]
}
/** Things of members without a login on the start page, so that their screens stay as they are. */
const targetsOf = async (ctx: Ctx, spared: readonly string[]): Promise<Record<Kind, Target[]>> => {
  const { db } = ctx
  const accounts = (
    await db
      .selectFrom('accounts')
      .where('id', 'not in', spared)
      .where('deleted_at', 'is', null)
      .select('id')
      .orderBy('handle')
      .execute()
  ).map((a) => a.id)
  const messages = await db
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .innerJoin('conversation_participants as p', 'p.conversation_id', 'c.id')
    .where('c.type', 'in', ['direct', 'group'])
    .where('m.sender_account_id', 'in', accounts)
    .whereRef('p.account_id', '!=', 'm.sender_account_id')
    .where('p.left_at', 'is', null)
    .whereRef('m.seq', '>', 'p.visible_after')
    .where('m.deleted_at', 'is', null)
    .where('m.content', '!=', '')
    .where('p.account_id', 'in', accounts)
    .select(['m.id', 'p.account_id'])
    .orderBy('m.id')
    .execute()
  const seenBy = new Map<string, string[]>()
  for (const m of messages) seenBy.set(m.id, [...(seenBy.get(m.id) ?? []), m.account_id])
  const photos = await db
    .selectFrom('profile_photos')
    .where('account_id', 'in', accounts)
    .select(['media_id', 'account_id'])
    .orderBy('media_id')
    .execute()
  const events = await db
    .selectFrom('events as e')
    .innerJoin('event_participants as p', 'p.event_id', 'e.id')
    .where('e.creator_account_id', 'in', accounts)
    .where('e.status', '=', 'published')
    .whereRef('p.account_id', '!=', 'e.creator_account_id')
    .where('p.status', '=', 'accepted')
    .where('p.account_id', 'in', accounts)
    .select(['e.id', 'p.account_id'])
    .orderBy('e.id')
    .execute()
  const eventsSeen = new Map<string, string[]>()
  for (const e of events) eventsSeen.set(e.id, [...(eventsSeen.get(e.id) ?? []), e.account_id])
  const others = (owner: string): string[] => accounts.filter((a) => a !== owner)
  return {
    message: [...seenBy]
      .map(([id, reporters]) => ({ id, reporters }))
      .toSorted((a, b) => b.reporters.length - a.reporters.length),
    profile: accounts.map((id) => ({ id, reporters: others(id) })),
    photo: photos.map((p) => ({ id: p.media_id, reporters: others(p.account_id) })),
    event: [...eventsSeen].map(([id, reporters]) => ({ id, reporters })),
  }
}

const openCaseAbout = (ctx: Ctx, accountId: string) =>
  ctx.db
    .selectFrom('cases')
    .where('subject_id', '=', accountId)
    .where('state', '=', 'open')
    .select(['id', 'version'])
    .executeTakeFirst()

/** A dismissed case, one with an appeal, and a notice from outside the community. */
const storeDecided = async (
  ctx: Ctx,
  staff: StaffViewer,
  targets: readonly Target[],
): Promise<void> => {
  const { target } = eventCallbacks(ctx)
  const [first, second, third] = targets
  for (const one of [first, second]) {
    const reporter = one?.reporters[0]
    if (!one || !reporter) continue
    const at = { ...ctx, now: () => ctx.now() - 96 * HOUR }
    await storeReport(
      at,
      viewerOf(reporter),
      { kind: 'profile', id: one.id, reason: 'other', comment: 'Je trouve ce profil douteux.' },
      target,
    )
    const open = await openCaseAbout(ctx, one.id)
    if (!open) continue
    const isFirst = one === first
    await decideOpenCase(ctx, staff, open.id, {
      version: open.version,
      measure: isFirst ? 'dismiss' : 'warn',
      facts: isFirst
        ? ''
        : 'Votre présentation propose une prestation payante. Merci de la retirer.',
      rule: isFirst ? undefined : 'commerce',
      scopes: [],
      persons: [],
    })
    if (isFirst) continue
    const made = await ctx.db
      .selectFrom('decisions')
      .where('case_id', '=', open.id)
      .select('id')
      .executeTakeFirstOrThrow()
    await openAppeal(
      ctx,
      viewerOf(one.id),
      made.id,
      'Il s’agit de mon métier de masseuse, je ne propose rien ici.',
    )
  }
  const handle = await ctx.db
    .selectFrom('accounts')
    .where('id', '=', third?.id ?? '')
    .select('handle')
    .executeTakeFirst()
  await storeNotice(ctx, {
    target: handle?.handle ?? 'un profil',
    reason: 'non_consensual',
    text: 'Ce profil montre une photo de moi prise en vacances. Je ne suis pas membre et je veux qu’elle parte.',
    goodFaith: true,
  })
}

/** A case decided long ago whose copies an operator kept for an authority; the hold ends in 10 days. */
const storeHeld = async (ctx: Ctx, staff: StaffViewer, profiles: readonly Target[]) => {
  const ago = (days: number): Ctx => ({ ...ctx, now: () => ctx.now() - days * DAY })
  const known = await ctx.db
    .selectFrom('accounts')
    .where(
      'id',
      'in',
      profiles.map((p) => p.id),
    )
    .where('created_at', '<', ctx.now() - 200 * DAY)
    .select('id')
    .orderBy('handle')
    .limit(2)
    .execute()
  const [one, reporter] = known
  if (!one || !reporter) return
  await storeReport(
    ago(178),
    viewerOf(reporter.id),
    {
      kind: 'profile',
      id: one.id,
      reason: 'impersonation',
      comment: 'Ses photos sont celles de ma sœur.',
    },
    eventCallbacks(ctx).target,
  )
  const open = await openCaseAbout(ctx, one.id)
  if (!open) return
  await decideOpenCase(ago(175), staff, open.id, {
    version: open.version,
    measure: 'warn',
    facts: 'Votre profil montrait les photos de quelqu’un d’autre. Merci de ne plus en mettre.',
    rule: 'respect',
    scopes: [],
    persons: [],
  })
  await keepEvidence(ago(80), staff, open.id, 'Plainte déposée à Lyon, réquisition annoncée.')
}

/** A case that the server opens automatically, as it does for real ones: by the count of blocks. */
const storeSignal = async (ctx: Ctx, profiles: readonly Target[]): Promise<void> => {
  for (const { id, reporters } of profiles) {
    const rows = await ctx.db
      .selectFrom('relations')
      .where('account_id', '=', id)
      .select('with_account_id')
      .execute()
    const related = new Set(rows.map((r) => r.with_account_id))
    // a block between relations would end what other scenes show
    const strangers = reporters.filter((r) => !related.has(r)).slice(0, 6)
    if (strangers.length < 6 || (await openCaseAbout(ctx, id))) continue
    for (const [i, by] of strangers.entries())
      await blockAccount({ ...ctx, now: () => ctx.now() - (i + 1) * 20 * HOUR }, viewerOf(by), id)
    return findSignals(ctx)
  }
}

const staffLogin = async (ctx: Ctx): Promise<{ id: string; accountId: string }> => {
  const known = await ctx.db
    .selectFrom('users')
    .where('email_key', '=', emailKey(ctx, DEMO_STAFF))
    .select(['id', 'account_id'])
    .executeTakeFirst()
  if (known) return { id: known.id, accountId: known.account_id ?? '' }
  const { userId, accountId } = await insertMember(ctx, {
    handle: 'equipe_connivence',
    genders: ['other'],
    email: DEMO_STAFF,
    password: DEMO_PASSWORD,
    createdAt: ctx.now() - 400 * DAY,
  })
  return { id: userId, accountId }
}

/**
 * A staff login and a dozen cases, once (a row of `settings` records it). They are made by the same
 * functions as real ones; a start that is interrupted here makes the missing ones at the next.
 */
export const seedCases = async (real: Ctx): Promise<void> => {
  // a newcomer’s first start would print a warning for every report
  const ctx = { ...real, log: real.log.child({}, { level: 'error' }) }
  const done = await ctx.db
    .selectFrom('settings')
    .where('name', '=', FLAG)
    .select('name')
    .executeTakeFirst()
  if (done) return
  const staff = await staffLogin(ctx)
  // before the case that was decided long ago
  const start = ctx.now() - 399 * DAY
  await grantRole({ ...ctx, now: () => start }, COMMAND_ACTOR, staff.id, 'operator', 'Camille')
  const users = await ctx.db.selectFrom('users').select(['email', 'account_id']).execute()
  const spared = users.flatMap((u) => (u.email.startsWith('demo-') ? (u.account_id ?? []) : []))
  const targets = await targetsOf(ctx, spared)
  const viewer: StaffViewer = {
    ...viewerOf(staff.accountId),
    userId: staff.id,
    role: 'operator',
    pseudonym: 'Camille',
  }
  await storeHeld(ctx, viewer, targets.profile.slice(0, -3))
  const { target } = eventCallbacks(ctx)
  const used = { message: 0, profile: 4, photo: 0, event: 0 }
  for (const one of REPORTS) {
    const list = targets[one.kind]
    const wanted = list[(used[one.kind] += 1) * 3] ?? list[used[one.kind]]
    for (const [i, hours] of one.ago.entries()) {
      const reporter = wanted?.reporters[i % wanted.reporters.length]
      if (!wanted || !reporter) continue
      await storeReport(
        { ...ctx, now: () => ctx.now() - hours * HOUR },
        viewerOf(reporter),
        { kind: one.kind, id: wanted.id, reason: one.reason, comment: i === 0 ? one.comment : '' },
        target,
      )
    }
  }
  const commenter = targets.profile.at(-1)
  if (commenter)
    await storeComment({ ...ctx, now: () => ctx.now() - 6 * HOUR }, commenter.id, {
      content: 'La carte est superbe. Pourrait-on y voir seulement les sorties de la semaine ?',
      url_path: '/radar',
    })
  await storeDecided(ctx, viewer, targets.profile.slice(-3))
  await storeSignal(ctx, targets.profile.slice(0, -3))
  await seedVerifications(ctx, viewer, viewerOf)
  await ctx.db
    .insertInto('settings')
    .values({ name: FLAG, value: String(ctx.now()) })
    .execute()
}
