import * as z from 'zod/mini'
import { idParams, isoDate, ok, uuid } from '../common'
import { EMAIL_MAX } from '../limits'
import { communityRule } from '../moderation'
import { route } from '../route'
import { registrationMode } from '../session/admission'

const count = (max: number, min = 0) => z.number().check(z.int(), z.gte(min), z.lte(max))
/** What operators change in the desk; secrets and addresses of services stay in the environment. */
export const communitySettings = z.object({
  /** Name of the community in the app and its letters, from the next start of each server on. */
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'Donnez un nom à la communauté.'), z.maxLength(40)),
  registration: registrationMode,
  /** Newcomers that the links of one account may bring in 30 days. */
  invitationsPerMonth: count(1_000),
  /** 0: no limit. */
  newMembersPerDay: count(100_000),
  /** Conversations that one account begins in an hour before a case is opened; 0: never. */
  signalNewConversations: count(10_000),
  /** Conversations to which one account sends the same text in a day. */
  signalSameMessage: count(10_000),
  /** Members that block one account in a week. */
  signalBlocks: count(10_000),
  /** Requests to see an album that members refused to one account in a week. */
  signalRefusals: count(10_000),
  /** Days without a sign-in before an account is deleted, after two letters. */
  unusedDays: count(1_825, 180),
  /** Days that answered applications and closed notices are kept. */
  closedDays: count(730, 30),
  /** Receive a neutral mail when an urgent case is opened. */
  alertAddresses: z
    .array(
      z
        .string()
        .check(z.trim(), z.maxLength(EMAIL_MAX), z.email('Cette adresse e-mail n’est pas valide.')),
    )
    .check(z.maxLength(5)),
})
export type CommunitySettings = z.infer<typeof communitySettings>

export const readSettings = route({
  id: 'readSettings',
  method: 'GET',
  path: '/staff/settings',
  auth: 'operator',
  summary: 'The settings of the community',
  reply: z.object({ settings: communitySettings }),
})
export const saveSettings = route({
  id: 'saveSettings',
  method: 'PUT',
  path: '/staff/settings',
  auth: 'operator',
  summary: 'Changes settings of the community; omitted ones keep their value',
  body: z.partial(communitySettings),
  reply: z.object({ settings: communitySettings }),
})

export const RULES_MAX = 30
export const saveRules = route({
  id: 'saveRules',
  method: 'PUT',
  path: '/staff/rules',
  auth: 'operator',
  summary:
    'A new version of the community rules, which members are asked to accept; 409 when another was saved',
  body: z.object({
    /** The version that these rules replace. */
    version: z.number().check(z.int(), z.gte(0)),
    rules: z
      .array(
        z.object({
          ...communityRule.shape,
          key: z.string().check(z.regex(/^[a-z0-9-]{1,60}$/, 'Clé invalide.')),
          title: z
            .string()
            .check(z.trim(), z.minLength(1, 'Donnez un titre à chaque règle.'), z.maxLength(120)),
          text: z
            .string()
            .check(
              z.trim(),
              z.minLength(1, 'Écrivez le texte de chaque règle.'),
              z.maxLength(2_000),
            ),
        }),
      )
      .check(
        z.minLength(1, 'Gardez au moins une règle.'),
        z.maxLength(RULES_MAX),
        z.refine(
          (rules) => new Set(rules.map((r) => r.key)).size === rules.length,
          'Deux règles ont la même clé.',
        ),
      ),
  }),
  reply: z.object({ version: z.number() }),
})

export const ANNOUNCEMENT_MAX = 600
const WHO = ['all', 'women', 'men', 'couples'] as const
/** Members that a message is for: each condition narrows it. Women and men: accounts of one person. */
const audience = z.object({
  who: z.enum(WHO),
  verified: z.boolean(),
  /** Number of the department of their commune; null: everywhere. */
  department: z.nullable(
    z
      .string()
      .check(z.regex(/^(?:\d{2,3}|2[AB])$/, 'Un numéro de département\u00a0: 45, 2A, 974.')),
  ),
})
export type Audience = z.infer<typeof audience>
export const announcement = z.object({
  id: uuid,
  text: z.string(),
  byMail: z.boolean(),
  by: z.string(),
  sendAt: isoDate,
  sentAt: z.nullable(isoDate),
  cancelledAt: z.nullable(isoDate),
  audience,
  /** No longer shown from then on. */
  endsAt: z.nullable(isoDate),
})
export type Announcement = z.infer<typeof announcement>
export const listAnnouncements = route({
  id: 'listAnnouncements',
  method: 'GET',
  path: '/staff/announcements',
  auth: 'operator',
  summary: 'Messages to all members, newest first, 50 at most',
  reply: z.object({ announcements: z.array(announcement) }),
})
export const sendAnnouncement = route({
  id: 'sendAnnouncement',
  method: 'POST',
  path: '/staff/announcements',
  auth: 'operator',
  summary: 'Writes to members, now or at an hour; outside the app the text is neutral',
  body: z.object({
    text: z
      .string()
      .check(z.trim(), z.minLength(1, 'Écrivez votre message.'), z.maxLength(ANNOUNCEMENT_MAX)),
    byMail: z._default(z.boolean(), false),
    sendAt: z.optional(isoDate),
    audience: z._default(audience, { who: 'all', verified: false, department: null }),
    endsAt: z.optional(isoDate),
  }),
  reply: z.object({ id: uuid }),
  status: 201,
})
export const countRecipients = route({
  id: 'countRecipients',
  method: 'POST',
  path: '/staff/announcements/recipients',
  auth: 'operator',
  summary: 'How many members a message for this audience would reach now',
  body: audience,
  reply: z.object({ members: z.number() }),
})
export const cancelAnnouncement = route({
  id: 'cancelAnnouncement',
  method: 'DELETE',
  path: '/staff/announcements/:id',
  auth: 'operator',
  summary: 'Cancels a message that has not been sent; 409 afterwards',
  params: idParams,
  reply: ok,
})

export const instanceState = route({
  id: 'instanceState',
  method: 'GET',
  path: '/staff/instance',
  auth: 'operator',
  summary: 'Version, last runs of the jobs, queue lengths, storage and the last backup',
  reply: z.object({
    version: z.string(),
    startedAt: isoDate,
    engine: z.enum(['sqlite', 'postgres']),
    members: z.number(),
    photos: z.number(),
    /** Bytes of the database. */
    databaseBytes: z.number(),
    /** Bytes of the photos, without their variants. */
    photoBytes: z.number(),
    pushQueue: z.number(),
    /** Letters about moderation that the mail server has not taken yet. */
    letters: z.number(),
    /** The audit log: its entries, and the first one that does not match the hash chain. */
    audit: z.object({ entries: z.number(), broken: z.nullable(z.number()) }),
    mail: z.boolean(),
    push: z.boolean(),
    lastBackupAt: z.nullable(isoDate),
    jobs: z.array(z.object({ name: z.string(), ranAt: z.nullable(isoDate), failed: z.boolean() })),
  }),
})
export const sendTestMail = route({
  id: 'sendTestMail',
  method: 'POST',
  path: '/staff/test-mail',
  auth: 'operator',
  summary: 'Sends a mail to the caller and waits for the mail server’s reply',
  reply: z.object({ error: z.nullable(z.string()) }),
})
export const sendTestPush = route({
  id: 'sendTestPush',
  method: 'POST',
  path: '/staff/test-push',
  auth: 'operator',
  summary: 'Sends a notification to the caller’s devices',
  reply: z.object({ devices: z.number() }),
})
