import * as a from '#contract/agreements'
import * as k from '#contract/profile/identity-passkeys'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import {
  challengeIdentity,
  finishIdentityPasskey,
  setCodeForgotten,
  deleteIdentityPasskey,
  saveIdentityCode,
  startIdentityPasskey,
  issueTicket,
  assignLoginIdentity,
} from '../agreements/service'
import { iso } from '../iso'
import { PASSKEY_LIMITS, PASSWORD_AGAIN_LIMITS } from '../session/service'
import { readPhotoPeople, savePeople } from './naming'
import { listPhotoAgreements, answerPhotoAgreement } from './service'
import { announceAsked, announceClaimed, announceFreed } from './tell'

export const serveAgreements = (server: Server, ctx: Ctx): void => {
  server.serve(a.listAgreements, ({ viewer }) => listPhotoAgreements(ctx, viewer))
  server.serve(a.answerAgreement, {
    limits: [{ name: 'agreement', points: 300, perS: 3600, by: 'account' }],
    handler: ({ viewer, params, body }) => answerPhotoAgreement(ctx, viewer, params.id, body),
  })
  server.serve(a.getPeople, ({ viewer, params }) => readPhotoPeople(ctx, viewer, params.id))
  server.serve(a.setPeople, {
    limits: [{ name: 'people', points: 300, perS: 3600, by: 'account' }],
    handler: ({ viewer, params, body }) => savePeople(ctx, viewer, params.id, body),
  })
  server.serve(a.setIdentityCode, {
    limits: PASSWORD_AGAIN_LIMITS,
    handler: ({ viewer, body }) => saveIdentityCode(ctx, viewer, body),
  })
  server.serve(a.forgetIdentityCode, {
    limits: PASSWORD_AGAIN_LIMITS,
    handler: ({ viewer, body }) => setCodeForgotten(ctx, viewer, body),
  })
  server.serve(a.setLoginIdentity, {
    limits: PASSWORD_AGAIN_LIMITS,
    handler: ({ viewer, body }) => assignLoginIdentity(ctx, viewer, body.identity_id, body.code),
  })
  server.serve(k.newIdentityPasskey, {
    limits: PASSWORD_AGAIN_LIMITS,
    handler: async ({ viewer, body }) => ({
      options: await startIdentityPasskey(ctx, viewer, body),
    }),
  })
  server.serve(k.addIdentityPasskey, async ({ viewer, body }) => ({
    passkey: await finishIdentityPasskey(ctx, viewer, body),
  }))
  server.serve(k.removeIdentityPasskey, {
    limits: PASSWORD_AGAIN_LIMITS,
    handler: ({ viewer, params, body }) => deleteIdentityPasskey(ctx, viewer, params.id, body),
  })
  server.serve(k.askIdentityPasskey, {
    limits: PASSKEY_LIMITS,
    handler: async ({ viewer, body }) => ({
      options: await challengeIdentity(ctx, viewer, body.identity_id),
    }),
  })
  server.serve(k.proveByPasskey, {
    limits: PASSKEY_LIMITS,
    handler: async ({ viewer, body }) => {
      const { proof, endsAt } = await issueTicket(ctx, viewer, body)
      return { proof, ends_at: iso(endsAt) }
    },
  })
  ctx.bus.on('photo.claimed', ({ accountId, mediaId }) =>
    ctx.bus.later('claimed-photo', () => announceClaimed(ctx, accountId, mediaId)),
  )
  ctx.bus.on('photo.freed', ({ accountId, mediaId, places }) =>
    announceFreed(ctx, accountId, mediaId, places),
  )
  ctx.bus.on('photo.asked', ({ accountId, mediaId, identityIds }) =>
    announceAsked(ctx, accountId, mediaId, identityIds),
  )
}
