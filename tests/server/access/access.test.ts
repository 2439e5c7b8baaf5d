import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillPath } from '#contract/route'
import { createWorld, ROLES, type World } from '../../support/world/world'
import { MATRIX } from './matrix'

let w: World
beforeAll(async () => {
  w = await createWorld()
})
afterAll(() => w.t.close())

const routeOf = (id: string) => w.t.app.served.find((r) => r.id === id)

describe('the access matrix', () => {
  test('every route has a row, every row a route', () => {
    expect(w.t.app.served.map((r) => r.id).sort()).toEqual(Object.keys(MATRIX).sort())
  })

  test('what may not be seen reads like what does not exist', async () => {
    const stranger = w.members.stranger
    for (const id of ['getConversation', 'listMessages', 'mediaUrl'] as const) {
      const route = routeOf(id)
      const real = id === 'mediaUrl' ? w.photo : w.direct
      const [a, b] = await Promise.all(
        [real, '01890000-0000-7000-8000-000000000000'].map((x) =>
          stranger.raw('GET', `/api${fillPath(route?.path ?? '', { id: x })}`),
        ),
      )
      expect(a?.body).toEqual(b?.body)
      expect([a?.status, b?.status]).toEqual([404, 404])
    }
  })

  test('the identity of somebody else is refused on every call that knows who calls', async () => {
    const foreign = w.owner.identityIds[0] ?? ''
    for (const route of w.t.app.served.filter((r) => r.auth === 'account' || r.auth === 'user')) {
      const first = MATRIX[route.id]?.[0]
      if (!first) continue
      const { params, body } = first.input(w, 'member')
      const answer = await w.members.member.raw(
        route.method,
        `/api${fillPath(route.path, params)}`,
        { headers: { 'x-active-identity': foreign }, ...(body === undefined ? {} : { body }) },
      )
      expect(answer.status, route.id).toBe(403)
      expect(answer.body['code'], route.id).toBe('foreign_identity')
    }
  })

  test('CORE-138: without a bearer token every private call answers 401', async () => {
    for (const route of w.t.app.served.filter((r) => r.auth !== 'none' && r.auth !== 'cookie')) {
      const answer = await w.who.anonymous.raw(
        route.method,
        `/api${fillPath(route.path, { id: w.direct, token: w.linkToken })}`,
      )
      expect(answer.status, route.id).toBe(401)
    }
  })

  // the rows last: some of them end sessions
  for (const [routeId, cases] of Object.entries(MATRIX))
    for (const one of cases)
      for (const role of ROLES)
        test(`${routeId}: ${one.what}, as ${role} → ${one.expect[role]}`, async () => {
          const route = routeOf(routeId)
          if (!route) throw new Error(`no such route: ${routeId}`)
          const { params, query, body } = one.input(w, role)
          const search = new URLSearchParams(
            Object.entries(query ?? {}).map(([k, v]) => [k, String(v)]),
          ).toString()
          // a copy: what one row does to its session (logout) must not reach the next
          const client = { ...w.who[role] }
          const answer = await client.raw(
            route.method,
            `/api${fillPath(route.path, params)}${search ? `?${search}` : ''}`,
            {
              ...(body === undefined ? {} : { body }),
              ...(route.multipart
                ? {
                    headers: { 'content-type': 'multipart/form-data; boundary=x' },
                    payload: '--x--\r\n',
                  }
                : {}),
            },
          )
          expect(answer.status, JSON.stringify(answer.body)).toBe(one.expect[role])
          if (answer.status >= 400)
            expect(answer.body['error']).toEqual(expect.stringMatching(/\S/))
        })
})
