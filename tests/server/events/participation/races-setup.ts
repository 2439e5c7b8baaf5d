import type { KyselyPlugin } from 'kysely'
import * as e from '#contract/events/events'
import * as p from '#contract/events/participants'
import type { Ctx } from '../../../../server/context'
import type { Member, TestApp } from '../../../support/server/server'
import { sharedApp } from '../../../support/server/shared-app'

export let t: TestApp

export const inHours = (h: number): string => new Date(t.ctx.now() + h * 3_600_000).toISOString()

export const make = async (m: Member, patch: Partial<e.EventInput> = {}): Promise<string> => {
  const { body } = await m.call(e.createEvent, {
    body: { title: 'Soirée', start_date: inHours(72), ...patch },
  })
  const { id } = body.event
  await m.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
  return id
}

export const invite = (m: Member, id: string, who: Member) =>
  m.call(p.inviteToEvent, { params: { id }, body: { account_handle: who.handle } })

export const join = (m: Member, id: string) => m.call(e.participateInEvent, { params: { id } })

export const rowOf = async (m: Member, id: string, who: Member): Promise<p.ParticipantRow> =>
  (await m.call(p.listEventParticipants, { params: { id } })).body.participants.find(
    (x) => x.account_id === who.accountId,
  ) as p.ParticipantRow

/** The server's own parts, with something before the nth transaction (from 0), or a plugin in it. */
export const before = (n: number, happens: () => Promise<unknown>, plugin?: KyselyPlugin): Ctx => {
  let begun = 0
  const db = new Proxy(t.ctx.db, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (name !== 'transaction')
        return typeof value === 'function'
          ? (value as (...all: unknown[]) => unknown).bind(target)
          : value
      return () => ({
        execute: async (work: (trx: never) => Promise<unknown>) => {
          const isChosen = begun++ === n
          if (isChosen) await happens()
          return target
            .transaction()
            .execute((trx) => work((isChosen && plugin ? trx.withPlugin(plugin) : trx) as never))
        },
      })
    },
  })
  return { ...t.ctx, db }
}

export const setUp = (): void => {
  t = sharedApp()
}
