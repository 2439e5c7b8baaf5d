import { afterEach, beforeEach } from 'vitest'
import { account, browser, type Browser } from '../../support/browser/data-page'

export let b: Browser

export const couple = () => (b.own.account = account(['claire', 'tom']))

export const ids = () => (b.own.account?.identities ?? []).map((i) => i.id) as [string, string]

export const stored = () =>
  Object.fromEntries(Object.keys(localStorage).map((k) => [k, localStorage.getItem(k)]))

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  beforeEach(async () => {
    b = await browser()
  })
  afterEach(() => b.end())
}
