import { settled } from '../../../support/world/exchanges'
import type { TestApp } from '../../../support/server/server'
import { sharedApp } from '../../../support/server/shared-app'

export let t: TestApp

export const quiet = () => settled(() => false, 30)

export const setUp = (): void => {
  t = sharedApp()
}
