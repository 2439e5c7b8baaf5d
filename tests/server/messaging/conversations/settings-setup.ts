import { afterAll, beforeAll } from 'vitest'
import { settled } from '../../../support/world/exchanges'
import { testApp, type TestApp } from '../../../support/server/server'

export let t: TestApp

export const quiet = () => settled(() => false, 30)

export const setUp = (): void => {
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())
}
