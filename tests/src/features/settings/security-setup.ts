import '../../../support/browser/dom-shims'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { presences } from '../../../../src/data/session/presence'
import { session } from '../../../../src/data/session/session'
import { toasts } from '../../../../src/data/state/toasts'

/** «METHOD /path» → what is answered; what was asked. */
export let answers: Record<string, (body: unknown) => [number, unknown]>

export let asked: [string, unknown][]

export const setUp = (): void => {
  beforeEach(() => {
    asked = []
    answers = {}
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      const key = `${init.method} ${url.replace('/api', '')}`
      const body = init.body ? (JSON.parse(String(init.body)) as unknown) : undefined
      asked.push([key, body])
      const [status, answer] = answers[key]?.(body) ?? [404, { error: 'absent' }]
      return Promise.resolve(
        new Response(JSON.stringify(answer), {
          status,
          headers: { 'content-type': 'application/json' },
        }),
      )
    })
  })
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
    Object.assign(session, { account: null })
    for (const id of Object.keys(presences)) delete presences[id]
    toasts.splice(0)
  })
}
