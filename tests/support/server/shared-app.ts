import { afterAll, beforeAll } from 'vitest'
import { testApp, type TestApp } from './server'

/** The app that the tests of one file share: from before the first of them until after the last. */
export const sharedApp = (...given: Parameters<typeof testApp>): TestApp => {
  const t = {} as TestApp
  beforeAll(async () => {
    Object.assign(t, await testApp(...given))
  })
  afterAll(() => t.close())
  return t
}
