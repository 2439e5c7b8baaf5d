import * as z from 'zod/mini'
import { idParams, isoDate, ok, uuid } from '../common'
import { ALBUM_REQUEST_MAX } from '../limits'
import { memberLine } from '../profile/profile'
import { route } from '../route'

const HOUR_MS = 3_600_000

/** How long an owner opens a private album, ms; null: until they take it back. */
export const ALBUM_ACCESS_MS = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
  always: null,
} as const
export type AccessFor = keyof typeof ALBUM_ACCESS_MS
export const accessFor = z.enum(['hour', 'day', 'week', 'always'])

/** A member who asks to see a private album; read by its owner only. */
const albumRequest = z.object({
  id: uuid,
  album: z.object({ id: uuid, name: z.string() }),
  words: z.string(),
  askedAt: isoDate,
  from: memberLine,
})
export type AlbumRequest = z.infer<typeof albumRequest>

export const askAlbum = route({
  id: 'askAlbum',
  method: 'POST',
  path: '/albums/requests',
  auth: 'account',
  summary:
    'Asks the owner of a private album for access to it; the reply is the same while one waits ' +
    'and after it was refused',
  body: z.object({
    account_id: uuid,
    /** As the list of the owner’s albums shows it to the caller. */
    album_id: uuid,
    words: z._default(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(ALBUM_REQUEST_MAX, `Ce mot compte au plus ${ALBUM_REQUEST_MAX} caractères.`),
        ),
      '',
    ),
  }),
  reply: z.void(),
  status: 204,
})
export const listAlbumRequests = route({
  id: 'listAlbumRequests',
  method: 'GET',
  path: '/albums/requests',
  auth: 'account',
  summary: 'The oldest 200 requests for the caller’s private albums that wait for an answer',
  reply: z.object({ requests: z.array(albumRequest) }),
})
export const answerAlbumRequest = route({
  id: 'answerAlbumRequest',
  method: 'POST',
  path: '/albums/requests/:id/answer',
  auth: 'account',
  summary: 'Shares the album for this long, or refuses, which the asker is not told',
  params: idParams,
  body: z.object({ answer: z.enum(['hour', 'day', 'week', 'always', 'no']) }),
  reply: ok,
})
