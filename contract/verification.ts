import * as z from 'zod/mini'
import { idParams, isoDate, ok, uuid } from './common'
import { route } from './route'

/** The photo must be taken within this after its gesture was drawn. */
export const VERIFICATION_TAKE_S = 10 * 60
/** A photo without a decision is destroyed after this. */
export const VERIFICATION_WAIT_DAYS = 7
/** Refused photos per account in 30 days. */
export const VERIFICATION_TRIES = 3
/** Draws of gestures per account in 30 days, whatever became of them; twice as many with a contest. */
export const VERIFICATION_DRAWS = 6
/** A verification holds for this long, while a photo that was compared is on the profile. */
export const VERIFIED_DAYS = 730
/** Verified members who say that they have met a member; the same account counts once. */
export const MEETINGS_NEEDED = 2
/** A code of a meeting is valid for this long. */
export const MET_CODE_S = 30
/** Its digits. */
export const MET_CODE_DIGITS = 6

/**
 * `outdated`: 24 months have passed, the compared photos have left the profile, or its persons have
 * changed. `lapsed`: no decision in time.
 */
const verificationState = z.enum([
  'none',
  'started',
  'waiting',
  'verified',
  'refused',
  'lapsed',
  'outdated',
])
export const ownVerification = route({
  id: 'ownVerification',
  method: 'GET',
  path: '/account/verification',
  auth: 'account',
  summary: 'Whether the account is verified, or what became of its request',
  reply: z.object({
    state: verificationState,
    /** Day of the verification. */
    verifiedOn: z.nullable(isoDate),
    /** Why the last request was refused. */
    words: z.nullable(z.string()),
    /** Verified members who say that they have met this one. */
    meetings: z.number(),
    /** Nothing to compare with: the profile shows no photo. */
    photoless: z.boolean(),
    /** The tries, or the draws, of 30 days are used up. */
    exhausted: z.boolean(),
    /** The last answer was a refusal that was not contested yet. */
    mayContest: z.boolean(),
  }),
})

export const startVerification = route({
  id: 'startVerification',
  method: 'POST',
  path: '/account/verification',
  auth: 'account',
  summary:
    'Draws the gestures of a photo to be taken within 10 minutes; the same ones while these last. Six draws in 30 days',
  reply: z.object({ id: uuid, gestures: z.array(z.string()), expiresAt: isoDate }),
  status: 201,
})
export const contestVerification = route({
  id: 'contestVerification',
  method: 'POST',
  path: '/account/verification/contest',
  auth: 'account',
  summary:
    'The same after a refusal, once, also when the tries are used up: somebody else of the team answers where there is one',
  reply: z.object({ id: uuid, gestures: z.array(z.string()), expiresAt: isoDate }),
  status: 201,
})
export const sendVerification = route({
  id: 'sendVerification',
  method: 'POST',
  path: '/account/verification/:id/photo',
  auth: 'account',
  multipart: true,
  summary:
    'Multipart, field `files`: the photo. The team alone sees it; it is destroyed with their answer',
  params: idParams,
  reply: ok,
  status: 201,
})
export const withdrawVerification = route({
  id: 'withdrawVerification',
  method: 'DELETE',
  path: '/account/verification',
  auth: 'account',
  summary: 'Ends a waiting request, whose photo is destroyed, or the verification itself',
  reply: ok,
})

export const showMetCode = route({
  id: 'showMetCode',
  method: 'POST',
  path: '/accounts/:id/met/code',
  auth: 'account',
  summary:
    'A code to show to a relation face to face, valid for 30 s and once; one of the two is verified. It replaces the one before',
  params: idParams,
  reply: z.object({ code: z.string(), expiresAt: isoDate }),
  status: 201,
})
export const sayMet = route({
  id: 'sayMet',
  method: 'POST',
  path: '/accounts/:id/met',
  auth: 'account',
  summary:
    'The code that this member shows: whoever of the two is verified says to have met the other',
  params: idParams,
  body: z.object({ code: z.string().check(z.regex(/^\d{6}$/)) }),
  reply: ok,
})
export const unsayMet = route({
  id: 'unsayMet',
  method: 'DELETE',
  path: '/accounts/:id/met',
  auth: 'account',
  summary: 'Takes back to have met this member',
  params: idParams,
  reply: ok,
})
