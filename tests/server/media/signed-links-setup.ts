import { afterAll, beforeAll, expect } from 'vitest'
import { mediaUrl } from '#contract/media'
import type { Client } from '../../support/server/server'
import { createWorld, type World } from '../../support/world/world'
import { open } from './pictures'

export let w: World

export const link = async (
  who: Client,
  id: string,
): Promise<{ url: string; expires_in: number }> => {
  const { status, body } = await who.call(mediaUrl, { params: { id } })
  expect(status).toBe(200)
  return { url: body.signed_url, expires_in: body.expires_in }
}

export const get = (url: string) => open(w.t, url)

export const later = async <T>(seconds: number, work: () => Promise<T>): Promise<T> => {
  w.t.clock.now += seconds * 1000
  try {
    return await work()
  } finally {
    w.t.clock.now -= seconds * 1000
  }
}

export const setUp = (): void => {
  beforeAll(async () => {
    w = await createWorld()
  })
  afterAll(() => w.t.close())
}
