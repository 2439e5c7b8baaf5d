import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillPath } from '#contract/route'
import { grantRole } from '../../../server/staff/team'
import { openDesk } from '../../support/world/staff'
import { createWorld, type World } from '../../support/world/world'
import { MATRIX } from './matrix'

/** Which routes are left to an account that is not like others. A new route is decided here too. */

let w: World
beforeAll(async () => {
  w = await createWorld()
  const by = { userId: 'command', pseudonym: 'command' }
  await grantRole(w.t.ctx, by, w.owner.userId, 'operator', 'proprio')
  await openDesk(w.t, w.owner)
})
afterAll(() => w.t.close())

/** What the owner of the world is refused with, by route; the others answered otherwise. */
const refusals = async (auths: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const said = new Map<string, string>()
  const asked = w.t.app.served.filter((r) => auths.includes(r.auth))
  // last: it ends the state
  const last = asked.filter((r) => r.id === 'keepAccount')
  for (const route of [...asked.filter((r) => !last.includes(r)), ...last]) {
    const { params, query, body } = MATRIX[route.id]?.[0]?.input(w, 'owner') ?? {}
    const search = new URLSearchParams(
      Object.entries(query ?? {}).map(([k, v]) => [k, String(v)]),
    ).toString()
    const answer = await { ...w.owner }.raw(
      route.method,
      `/api${fillPath(route.path, params)}${search ? `?${search}` : ''}`,
      body === undefined ? {} : { body },
    )
    said.set(route.id, String(answer.body['code']))
  }
  return said
}
const openBut = (said: ReadonlyMap<string, string>, refusal: string): string[] =>
  [...said].flatMap(([id, code]) => (code === refusal ? [] : [id])).sort()

const inState = async (
  set: Partial<Record<'suspended_until' | 'deletes_at' | 'deleted_at', number>>,
  work: () => Promise<void>,
): Promise<void> => {
  const change = (to: Partial<Record<keyof typeof set, number | null>>) =>
    w.t.ctx.db.updateTable('accounts').set(to).where('id', '=', w.owner.accountId).execute()
  await change(set)
  try {
    await work()
  } finally {
    await change({ suspended_until: null, deletes_at: null, deleted_at: null })
  }
}

test('a suspended account: its reasons, its appeal and its own data; no desk', async () => {
  const now = w.t.ctx.now()
  await inState({ suspended_until: now + 9e8, deleted_at: now }, async () => {
    expect(openBut(await refusals(['account']), 'account_suspended')).toEqual([
      'appealDecision',
      'deleteAccount',
      'exportData',
      'keepAccount',
      'myDecisions',
    ])
    expect(openBut(await refusals(['staff', 'operator']), 'not_found')).toEqual([])
  })
})

test('an account that waits for its deletion: keeping it, and its own data', async () => {
  const now = w.t.ctx.now()
  await inState({ deletes_at: now + 9e8, deleted_at: now }, async () => {
    expect(openBut(await refusals(['account']), 'account_deleting')).toEqual([
      'exportData',
      'keepAccount',
    ])
  })
})

test('a login whose address is not confirmed, or whose session ended, has none', async () => {
  const { db } = w.t.ctx
  const auths = ['account', 'user', 'staff', 'operator']
  const user = db.updateTable('users').where('id', '=', w.owner.userId)
  await user.set({ email_verified_at: null }).execute()
  expect(openBut(await refusals(auths), 'unauthorized')).toEqual([])
  await user.set({ email_verified_at: 1 }).execute()
  // the role is taken away: the desk is none at the next call
  await db.deleteFrom('staff').where('user_id', '=', w.owner.userId).execute()
  expect(openBut(await refusals(['staff', 'operator']), 'not_found')).toEqual([])
  const sessions = db.updateTable('sessions').where('user_id', '=', w.owner.userId)
  await sessions.set({ ended_at: w.t.ctx.now() }).execute()
  expect(openBut(await refusals(auths), 'unauthorized')).toEqual([])
})
