import { expect } from 'vitest'
import {
  acceptJoinLink,
  createJoinLink,
  readJoinLink,
  type JoinKind,
} from '#contract/profile/profile'
import type { Client, Member, TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

export let t: TestApp

let n = 0

export const newEmail = (): string => `lien-${++n}@exemple.fr`

export const make = async (
  from: Member,
  kind: JoinKind = 'member',
): Promise<{ id: string; token: string }> => {
  const { body, status } = await from.call(createJoinLink, { body: { kind } })
  expect(status).toBe(201)
  return { id: body.link.id, token: new URL(body.link.url ?? '').pathname.split('/').at(-1) ?? '' }
}

export const accept = (client: Client, token: string) =>
  client.call(acceptJoinLink, { params: { token } })

export const read = (token: string) => t.client().call(readJoinLink, { params: { token } })

export const setUp = (): void => {
  t = sharedApp()
}
