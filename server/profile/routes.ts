import { checkHandle, createAccount, getIdentities, setAvatar } from '#contract/profile/profile'
import {
  getAccount,
  getProfile,
  patchAccount,
  patchAvatar,
  saveProfile,
  setIdentityAvatar,
} from '#contract/profile/data'
import { me } from '#contract/session/session'
import { updatePreferences } from '#contract/settings'
import { rulesToAccept } from '../community'
import type { Ctx } from '../context'
import { foldText } from '../db/dialect'
import { fail } from '../fail'
import type { Server } from '../plugins/serve'
import { presentUser, readUser } from '../session/service'
import { changeIdentityAvatar, requireOwnAccount, writeProfile } from './edit'
import { saveAccountPreferences } from './preferences'
import { takenHandles } from './queries'
import { readProfile, readWholeAccount } from './read'
import { readOwnAccount, changeAvatar, deletesAt, openAccount, readAccount } from './service'

const HOUR = 3600

export const serveProfile = (server: Server, ctx: Ctx): void => {
  // here instead of in the session room: the reply contains the account
  server.serve(me, async ({ viewer }) => ({
    ...presentUser(await readUser(ctx, viewer.userId)),
    account: await readOwnAccount(ctx, viewer),
    account_deletes_at: await deletesAt(ctx, viewer.accountId),
    rules_to_accept: await rulesToAccept(ctx.db, viewer.userId),
  }))
  server.serve(createAccount, {
    // a taken handle reveals a member
    limits: [{ name: 'create-account', points: 30, perS: HOUR, by: 'account' }],
    handler: async ({ viewer, body }) => ({ account: await openAccount(ctx, viewer, body) }),
  })
  server.serve(checkHandle, {
    limits: [{ name: 'check-handle', points: 100, perS: HOUR, by: 'account' }],
    handler: async ({ viewer, body }) => {
      // members have no use for it, and would learn who is here
      if (viewer.accountId) fail('account_exists')
      return { free: (await takenHandles(ctx.db, [foldText(body.handle)])).size === 0 }
    },
  })
  server.serve(getAccount, async ({ viewer, params }) => ({
    account: await readWholeAccount(ctx, viewer, params.id),
  }))
  server.serve(getIdentities, async ({ viewer, params }) => ({
    identities: (await readAccount(ctx, viewer, params.id)).identities,
  }))
  server.serve(setAvatar, async ({ viewer, body }) => ({
    account: await changeAvatar(ctx, viewer, body.mediaId),
  }))
  server.serve(updatePreferences, async ({ viewer, body }) => ({
    preferences: await saveAccountPreferences(ctx, viewer.accountId, body),
  }))
  server.serve(getProfile, ({ viewer, params }) => readProfile(ctx, viewer, params.id))
  server.serve(saveProfile, ({ viewer, body }) => writeProfile(ctx, viewer, body.data))
  // the same route by id, as documented: only one's own account can be changed
  server.serve(patchAccount, async ({ viewer, params, body }) => {
    requireOwnAccount(viewer, params.id)
    return writeProfile(ctx, viewer, body.data)
  })
  server.serve(patchAvatar, async ({ viewer, params, body }) => {
    requireOwnAccount(viewer, params.id)
    return { account: await changeAvatar(ctx, viewer, body.media_id) }
  })
  server.serve(setIdentityAvatar, async ({ viewer, params, body }) => ({
    account: await changeIdentityAvatar(ctx, viewer, params.id, body.mediaId),
  }))
}
