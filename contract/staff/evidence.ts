import * as z from 'zod/mini'
import { idParams, isoDate, ok, uuid } from '../common'
import { route } from '../route'

const reason = z
  .string()
  .check(z.trim(), z.minLength(3, 'Écrivez pourquoi en quelques mots.'), z.maxLength(500))
const photoParams = z.object({
  id: uuid,
  position: z.coerce.number().check(z.int(), z.gte(0), z.lte(50)),
})

export const openEvidencePhoto = route({
  id: 'openEvidencePhoto',
  method: 'POST',
  path: '/staff/evidence/:id/photos/:position/open',
  auth: 'staff',
  summary:
    'A frozen photo, as a data URL; the reason is written to the audit log first. A photo of a private album, or of a case about a minor, waits for a second person where there is one',
  params: photoParams,
  body: z.object({ reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(200)) }),
  /** Null: the request waits for another staff member. */
  reply: z.object({ url: z.nullable(z.string()) }),
})
export const allowEvidencePhoto = route({
  id: 'allowEvidencePhoto',
  method: 'POST',
  path: '/staff/evidence/:id/photos/:position/allow',
  auth: 'staff',
  summary: 'Allows the looks at a photo that others asked for; 409 when nobody did',
  params: photoParams,
  reply: ok,
})
export const keepEvidence = route({
  id: 'keepEvidence',
  method: 'POST',
  path: '/staff/cases/:id/keep',
  auth: 'operator',
  summary:
    'Keeps the evidence of a case for 90 days from now, with a reason for the audit log; asked again before their end',
  params: idParams,
  body: z.object({ reason }),
  reply: z.object({ until: isoDate }),
})
export const letHoldEnd = route({
  id: 'letHoldEnd',
  method: 'POST',
  path: '/staff/cases/:id/keep/end',
  auth: 'operator',
  summary: 'Lets the evidence of a case go on the day its hold ends; 409 when nothing is held',
  params: idParams,
  reply: ok,
})
export const endFreeze = route({
  id: 'endFreeze',
  method: 'POST',
  path: '/staff/cases/:id/emergency/end',
  auth: 'operator',
  summary: 'Frees an account that was frozen in an emergency, whatever was decided; 409 otherwise',
  params: idParams,
  body: z.object({ reason }),
  reply: ok,
})
export const freezeCase = route({
  id: 'freezeCase',
  method: 'POST',
  path: '/staff/cases/:id/emergency',
  auth: 'operator',
  summary:
    'A threat to life or safety: suspends the account for 7 days, keeps the evidence, tells the other staff, and answers with the zip for the authority',
  params: idParams,
  body: z.object({ reason }),
  reply: z.unknown(),
})
export const exportCase = route({
  id: 'exportCase',
  method: 'POST',
  path: '/staff/cases/:id/export',
  auth: 'operator',
  summary:
    'A case for an authority, as a zip with its evidence and their SHA-256; written to the audit log',
  params: idParams,
  body: z.object({ reason }),
  reply: z.unknown(),
})

export const evidence = z.object({
  id: uuid,
  kind: z.enum([
    'message',
    'photo',
    'profile',
    'event',
    'request',
    'notice',
    'counts',
    'application',
    'comment',
    'verification',
  ]),
  capturedAt: isoDate,
  /** What was frozen, as far as the reporter could see it; null: destroyed. */
  payload: z.nullable(z.record(z.string(), z.unknown())),
  /** Photos of this version that were not kept: the case had no room. */
  photosLeftOut: z.number(),
  /** Frozen photos, each as a tiny blurred picture (data URL). */
  photos: z.array(
    z.object({
      position: z.number(),
      blurred: z.string(),
      /** Another staff member has to allow the look. */
      guarded: z.boolean(),
      /** Open requests to see it. */
      asked: z.array(z.object({ by: z.string(), mine: z.boolean(), reason: z.string() })),
      /** The caller's look was allowed, for a day. */
      allowed: z.boolean(),
    }),
  ),
})
export type Evidence = z.infer<typeof evidence>
