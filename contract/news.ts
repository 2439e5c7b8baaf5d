import * as z from 'zod/mini'
import { uuid } from './common'
import { NEWS_PAGE } from './limits'
import { memberFields } from './profile/profile'
import { newsItem } from './realtime'
import { route } from './route'

export const newsType = z.enum([
  'event_invited',
  'participation_requested',
  'participation_accepted',
  'participation_declined',
  'participant_joined',
  'participant_waits',
  'participant_left',
  'co_organizer_added',
  'co_organizer_left',
  'event_published',
  'event_unpublished',
  'location_revealed',
  'event_changed',
  'event_cancelled',
  'event_deleted',
  'waitlist_offer',
  'waitlist_free',
  'event_reminder',
  'invitation_reminder',
  'reconfirm_asked',
  'reconfirm_lapsed',
  'event_after',
  'met_again',
  'relation_joined',
  'album_requested',
  'album_shared',
  'album_share_ends',
  'agreement_asked',
  'photo_hidden',
  'parting_asked',
  'parting_cancelled',
  'moderation_decision',
  'moderation_lifted',
  'moderation_report',
  'moderation_reconsidered',
  'private_photo_looked',
  'moderation_reports_warned',
  'moderation_appeal',
  'comment_answered',
  'vouch_asked',
  'verification_answered',
  'met_badge_lost',
  'announcement',
])
export type NewsType = z.infer<typeof newsType>
export type NewsItem = z.infer<typeof newsItem>
/** The member behind a news item, as the reader may see them. */
const newsActor = z.object({
  id: uuid,
  ...memberFields,
  deleted: z.boolean(),
})
export type NewsActor = z.infer<typeof newsActor>
export const listNews = route({
  id: 'listNews',
  method: 'GET',
  path: '/news',
  auth: 'account',
  summary: 'News items, newest first, 25 per page; the first page marks all as read',
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(NEWS_PAGE)), NEWS_PAGE),
    cursor: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: z.object({
    items: z.array(newsItem),
    actors: z.array(newsActor),
    nextCursor: z.nullable(z.string()),
    unread: z.number(),
  }),
})
export const countNews = route({
  id: 'countNews',
  method: 'GET',
  path: '/news/unread',
  auth: 'account',
  summary: 'Number of unread items; marks nothing as read',
  reply: z.object({ unread: z.number() }),
})
