import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import { DESKTOP, launch, newContext, signIn } from '../../support/browser/browser'
import { startServer, type RunningServer } from '../../support/server/process'

export let server: RunningServer

export let browser: Browser

export const signedIn = async (
  options: Parameters<typeof newContext>[1] = DESKTOP,
  email = 'demo-2@connivence.test',
  path = '/conversations',
): Promise<Page> => {
  const page = await (await newContext(browser, options)).newPage()
  await signIn(page, server.url, email, undefined, path)
  return page
}

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  beforeAll(async () => {
    server = await startServer({ DEMO: '1' })
    browser = await launch()
  })
  afterAll(async () => {
    await browser.close()
    await server.close()
  })
}
