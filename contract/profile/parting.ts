import * as z from 'zod/mini'
import { proof } from './agreement-code'
import { handle, idParams, isoDate, ok, uuid } from '../common'
import { attachment } from '../media'
import { route, type Reply } from '../route'
import { password } from '../session/security'

/** Days between the request and the day on which the account is divided. */
export const PARTING_DAYS = 7
/** Hours before the other person is notified of a held request. */
export const PARTING_HELD_HOURS = 24
export const PARTING_PHOTOS_PAGE = 60
export const PAST_TALK_PAGE = 60

/** `part`: with an account of one’s own; `leave`: without one. */
const partingKind = z.enum(['part', 'leave'])
export type PartingKind = z.infer<typeof partingKind>

export const getParting = route({
  id: 'getParting',
  method: 'GET',
  path: '/account/parting',
  auth: 'account',
  summary: 'The open parting of the couple’s account, and what the caller has chosen in it',
  reply: z.object({
    /** What the caller may ask for: two logins and one’s own are needed for `part`. */
    may: z.object({ part: z.boolean(), leave: z.boolean() }),
    /** The person for whom the caller speaks; null: the acting identity decides. */
    identity_id: z.nullable(uuid),
    open: z.nullable(
      z.object({
        kind: partingKind,
        /** The person who leaves. */
        identity_id: uuid,
        is_own: z.boolean(),
        may_cancel: z.boolean(),
        asked_at: isoDate,
        due_at: isoDate,
        /** A held request, returned to who made it only: when the other person is notified. */
        told_at: z.nullable(isoDate),
        /** Handle of the new account, and its relations; returned to the leaver only. */
        handle: z.nullable(z.string()),
        relations: z.nullable(
          z.array(
            z.object({
              account_id: uuid,
              account_handle: z.string(),
              avatar_url: z.nullable(z.string()),
              chosen: z.boolean(),
            }),
          ),
        ),
        /** Photos of both, or without a name. */
        photo_count: z.number(),
        /** Events of the account that are not over; `cancelled` by either of the two. */
        events: z.array(
          z.object({ id: uuid, title: z.string(), start_date: isoDate, cancelled: z.boolean() }),
        ),
      }),
    ),
  }),
})
export type Parting = Reply<typeof getParting>

export const startParting = route({
  id: 'startParting',
  method: 'POST',
  path: '/account/parting',
  auth: 'account',
  summary:
    'Asks to leave the couple’s account in seven days; the other person is notified, a day later if ' +
    '`held`. Requires the password',
  body: z.object({
    kind: partingKind,
    password,
    /** Of the new account, for `part`. */
    handle: z.optional(handle),
    /** The two accounts do not see each other. */
    apart: z._default(z.boolean(), true),
    code: z.optional(proof),
    /**
     * For a member who fears the other’s reaction: a day without any notice or change, then the
     * seven days.
     */
    held: z._default(z.boolean(), false),
  }),
  reply: ok,
  status: 201,
})
export const cancelParting = route({
  id: 'cancelParting',
  method: 'DELETE',
  path: '/account/parting',
  auth: 'account',
  summary: 'Withdraws the request; only the login that made it may',
  reply: ok,
})
export const agreeToParting = route({
  id: 'agreeToParting',
  method: 'POST',
  path: '/account/parting/agree',
  auth: 'account',
  summary: 'The other person agrees: the account is divided at once. Requires the password',
  body: z.object({ password }),
  reply: ok,
})
export const chooseInParting = route({
  id: 'chooseInParting',
  method: 'PUT',
  path: '/account/parting/choices',
  auth: 'account',
  summary:
    'Photos of both that the caller would keep, relations that the leaving person takes, events to cancel',
  body: z.object({
    kind: z.enum(['photo', 'relation', 'event']),
    ids: z.array(uuid).check(z.minLength(1), z.maxLength(500)),
    on: z.boolean(),
    /** Of the acting person, for photos on a shared login. */
    code: z.optional(proof),
  }),
  reply: ok,
})
export const listPartingPhotos = route({
  id: 'listPartingPhotos',
  method: 'GET',
  path: '/account/parting/photos',
  auth: 'account',
  summary: 'Photos of both or without a name, newest first; the other’s choice is not told',
  query: z.object({ before: z.optional(uuid) }),
  reply: z.object({
    photos: z.array(
      z.object({
        id: uuid,
        url: z.string(),
        thumbnail_url: z.string(),
        width: z.number(),
        height: z.number(),
        blurhash: z.nullable(z.string()),
        kept: z.boolean(),
      }),
    ),
    has_more: z.boolean(),
  }),
})
export type PartingPhoto = Reply<typeof listPartingPhotos>['photos'][number]

export const listPastTalks = route({
  id: 'listPastTalks',
  method: 'GET',
  path: '/past-talks',
  auth: 'account',
  summary: 'Discussions of the account that the caller left, read-only',
  reply: z.object({
    talks: z.array(z.object({ id: uuid, title: z.string(), last_message_at: isoDate })),
  }),
})
export type PastTalk = Reply<typeof listPastTalks>['talks'][number]
export const readPastTalk = route({
  id: 'readPastTalk',
  method: 'GET',
  path: '/past-talks/:id',
  auth: 'account',
  summary: 'A page of such a discussion, oldest message first, before a message or the latest',
  params: idParams,
  query: z.object({ before: z.optional(uuid) }),
  reply: z.object({
    title: z.string(),
    messages: z.array(
      z.object({
        id: uuid,
        handle: z.string(),
        is_own: z.boolean(),
        content: z.string(),
        created_at: isoDate,
        media: z.array(attachment),
      }),
    ),
    has_more: z.boolean(),
  }),
})
export type PastMessages = Reply<typeof readPastTalk>
export const deletePastMessage = route({
  id: 'deletePastMessage',
  method: 'DELETE',
  path: '/past-messages/:id',
  auth: 'account',
  summary: 'Deletes a message of one’s own in such a discussion, for everybody',
  params: idParams,
  reply: ok,
})
