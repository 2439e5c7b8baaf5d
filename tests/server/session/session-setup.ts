import { expect } from 'vitest'
import { login } from '#contract/session/session'
import type { Client, TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { GOOD_PASSWORD } from '../mailbox'

export let t: TestApp

export const HOUR = 3_600_000

export const DAY = 24 * HOUR

/** Runs `work` with the clock shifted by `ms`. */
export const later = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  t.clock.now += ms
  try {
    return await work()
  } finally {
    t.clock.now -= ms
  }
}

export const enter = async (email: string, password = GOOD_PASSWORD): Promise<Client> => {
  const client = t.client()
  const answer = await client.call(login, { body: { email, password } })
  expect(answer.status).toBe(200)
  client.token = answer.body.token
  return client
}

export const withoutDate = (headers: object): object => ({ ...headers, date: '' })

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  t = sharedApp()
}
