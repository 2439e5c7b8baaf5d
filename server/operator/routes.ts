import {
  cancelAnnouncement,
  countRecipients,
  instanceState,
  listAnnouncements,
  readSettings,
  saveRules,
  saveSettings,
  sendAnnouncement,
  sendTestMail,
  sendTestPush,
} from '#contract/staff/community'
import {
  accountLogins,
  changeLoginEmail,
  deleteAccountNow,
  endAccountSessions,
  endVerification,
  searchAccounts,
} from '#contract/staff/members'
import { readCommunitySettings, storeSettings } from '../community'
import type { Ctx } from '../context'
import { saveRulesVersion } from '../moderation/service'
import type { Server } from '../plugins/serve'
import { writeAudit } from '../staff/service'
import { readAnnouncements, withdrawAnnouncement, storeAnnouncement } from './announcements'
import { countAudience } from './audience'
import { readInstanceState, testMail, testPush } from './instance'
import {
  changeEmailByStaff,
  deleteAccountByStaff,
  endSessionsByStaff,
  endVerificationByStaff,
  findAccounts,
  listLoginsOfAccount,
} from './members'

const HOUR = 3600
const FEW = (name: string, points: number) => [{ name, points, perS: HOUR, by: 'account' }] as const

const serveMembers = (server: Server, ctx: Ctx): void => {
  server.serve(searchAccounts, {
    limits: FEW('desk-search', 300),
    handler: async ({ viewer, query }) => ({
      accounts: await findAccounts(ctx, viewer, query.q),
    }),
  })
  server.serve(accountLogins, async ({ viewer, params }) => ({
    logins: await listLoginsOfAccount(ctx, viewer, params.id),
  }))
  server.serve(endVerification, ({ viewer, params, body }) =>
    endVerificationByStaff(ctx, viewer, params.id, body.reason),
  )
  server.serve(endAccountSessions, async ({ viewer, params, body }) => ({
    ended: await endSessionsByStaff(ctx, viewer, params.id, body.reason),
  }))
  server.serve(changeLoginEmail, {
    limits: FEW('desk-email', 20),
    handler: ({ viewer, params, body }) => changeEmailByStaff(ctx, viewer, params.id, body),
  })
  server.serve(deleteAccountNow, ({ viewer, params, body }) =>
    deleteAccountByStaff(ctx, viewer, params.id, body),
  )
}

/** What operators do besides the cases: settings, rules, messages to all, members, the instance. */
export const serveOperator = (server: Server, ctx: Ctx): void => {
  serveMembers(server, ctx)
  server.serve(readSettings, async () => ({
    settings: await readCommunitySettings(ctx.env, ctx.db),
  }))
  server.serve(saveSettings, async ({ viewer, body }) => {
    const now = ctx.now()
    await ctx.db.transaction().execute(async (trx) => {
      await storeSettings(trx, body, viewer.userId, now)
      await writeAudit(
        trx,
        viewer,
        { act: 'settings.changed', detail: { names: Object.keys(body) } },
        now,
      )
    })
    return { settings: await readCommunitySettings(ctx.env, ctx.db) }
  })
  server.serve(saveRules, async ({ viewer, body }) => ({
    version: await saveRulesVersion(ctx, viewer, body),
  }))
  server.serve(listAnnouncements, async () => ({ announcements: await readAnnouncements(ctx) }))
  server.serve(sendAnnouncement, {
    limits: FEW('announcement', 10),
    handler: async ({ viewer, body }) => ({ id: await storeAnnouncement(ctx, viewer, body) }),
  })
  server.serve(countRecipients, {
    limits: FEW('recipients', 300),
    handler: async ({ body }) => ({ members: await countAudience(ctx, body) }),
  })
  server.serve(cancelAnnouncement, ({ viewer, params }) =>
    withdrawAnnouncement(ctx, viewer, params.id),
  )
  server.serve(instanceState, () => readInstanceState(ctx))
  server.serve(sendTestMail, {
    limits: FEW('test-mail', 10),
    handler: async ({ viewer }) => ({ error: await testMail(ctx, viewer) }),
  })
  server.serve(sendTestPush, {
    limits: FEW('test-push', 10),
    handler: async ({ viewer }) => ({ devices: await testPush(ctx, viewer) }),
  })
}
