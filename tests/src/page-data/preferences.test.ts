// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { updatePreferences } from '#contract/settings'
import { saveUserPreferences } from '#contract/push'
import { browser, remember, wait, type Answer, type Browser } from '../../support/browser/data-page'

let b: Browser
beforeEach(async () => {
  b = await browser()
  remember(b.own.account?.id ?? '')
})
afterEach(() => b.end())

/** Answers of a route, given by the test when it wants, in the order of the calls. */
const held = (key: string) => {
  const waiting: ((answer: Answer) => void)[] = []
  b.routes.set(
    key,
    () =>
      new Promise<Answer>((resolve) => {
        waiting.push(resolve)
      }),
  )
  return {
    waiting,
    next: async (answer: Answer) => {
      await expect.poll(() => waiting.length).toBeGreaterThan(0)
      waiting.shift()?.(answer)
      await wait(30)
    },
  }
}

describe('what the account chose', () => {
  test('two changes at once: the one that is refused is taken back alone, and no answer undoes what is still on its way', async () => {
    const page = await b.load()
    await page.startSession()
    const { preferences, loadPreferences, savePreference } =
      await import('../../../src/data/state/preferences')
    const key = `${updatePreferences.method} /api${updatePreferences.path}`
    b.routes.set(key, () => ({
      body: { preferences: { typing: true, presence: true, contact: 'everyone' } },
    }))
    await loadPreferences()
    const server = held(key)
    const typing = savePreference({ typing: false }).then(
      () => 'saved',
      () => 'refused',
    )
    const presence = savePreference({ presence: false }).then(
      () => 'saved',
      () => 'refused',
    )
    expect({ ...preferences }).toEqual({ typing: false, presence: false, contact: 'everyone' })
    await server.next({ status: 500 })
    expect({ ...preferences }).toEqual({ typing: true, presence: false, contact: 'everyone' })
    await server.next({
      body: { preferences: { typing: true, presence: false, contact: 'everyone' } },
    })
    expect(await Promise.all([typing, presence])).toEqual(['refused', 'saved'])
    expect({ ...preferences }).toEqual({ typing: true, presence: false, contact: 'everyone' })
  })

  test('the same for what one is told of', async () => {
    const page = await b.load()
    await page.startSession()
    const { loadPushPreferences, pushPreferences, savePushPreference, SAVE_FAILED } =
      await import('../../../src/data/push/preferences')
    const push = {
      messages: true,
      invitations: true,
      confirmations: true,
      address: true,
      outings: true,
      details: false,
      quiet: null,
    }
    b.routes.set('GET /api/user/preferences', () => ({ body: { pushNotifications: false, push } }))
    await loadPushPreferences()
    const server = held(`${saveUserPreferences.method} /api${saveUserPreferences.path}`)
    const first = savePushPreference({ push: { messages: false } })
    const second = savePushPreference({ push: { invitations: false } })
    expect(pushPreferences.value?.push).toMatchObject({ messages: false, invitations: false })
    await server.next({ body: { pushNotifications: false, push: { ...push, messages: false } } })
    expect(pushPreferences.value?.push).toMatchObject({ messages: false, invitations: false })
    await server.next({ status: 500 })
    await Promise.all([first, second])
    expect(pushPreferences.value?.push).toMatchObject({ messages: false, invitations: true })
    expect(pushPreferences.error).toBe(SAVE_FAILED)
  })
})
