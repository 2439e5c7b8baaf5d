import { createAccount, getAccount, getIdentities, setAvatar } from '#contract/profile'
import { me } from '#contract/session'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import { presentUser, readUser } from '../session/service'
import { accountOf, changeAvatar, openAccount, readAccount } from './service'

const HOUR = 3600

export const serveProfile = (server: Server, ctx: Ctx): void => {
  // served here and not by the room of sessions: it shows the account
  server.serve(me, async ({ viewer }) => ({ ...presentUser(await readUser(ctx, viewer.userId)), account: await accountOf(ctx, viewer) }))
  server.serve(createAccount, {
    // a handle that is taken is known to be a member's
    limits: [{ name: 'create-account', points: 30, perS: HOUR, by: 'account' }],
    handler: async ({ viewer, body }) => ({ account: await openAccount(ctx, viewer, body) }),
  })
  server.serve(getAccount, async ({ viewer, params }) => ({ account: await readAccount(ctx, viewer, params.id) }))
  server.serve(getIdentities, async ({ viewer, params }) => ({ identities: (await readAccount(ctx, viewer, params.id)).identities }))
  server.serve(setAvatar, async ({ viewer, body }) => ({ account: await changeAvatar(ctx, viewer, body.mediaId) }))
}
