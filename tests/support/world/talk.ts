import type { Browser, BrowserContext, Page } from 'playwright'
import { onTestFailed } from 'vitest'
import { DESKTOP, launch, newContext, signIn, watch, type Watched } from '../browser/browser'
import { http, login, type Http } from '../server/http'
import { startServer, type RunningServer } from '../server/process'

export const COUPLE = 'demo-1@connivence.test'
export const MAN = 'demo-2@connivence.test'
export const WOMAN = 'demo-3@connivence.test'
export const COMPOSER = 'Écrire un message…'

interface Listed {
  readonly id: string
  readonly type: string
  readonly createdAt: string
  readonly unread_count: number
  readonly participants: readonly { readonly account: { readonly account_handle: string } }[]
}
export interface Member {
  readonly api: Http
  readonly handle: string
  readonly identityId: string
  conversations(): Promise<Listed[]>
  say(conversation: string, text: string): Promise<string>
  read(conversation: string): Promise<void>
  with(handle: string): Promise<string>
}
export interface Seen {
  readonly page: Page
  readonly seen: Watched
}
export interface Stage {
  readonly server: RunningServer
  readonly browser: Browser
  /** A member without browser. */
  member(email: string): Promise<Member>
  /**
   * A member in a browser, on a path; `as`: the active identity, for a couple. The first call signs
   * in, later ones with the same arguments open new tabs beside it: close the page, not its
   * context.
   */
  open(
    email: string,
    path: string,
    options?: Parameters<typeof newContext>[1],
    as?: string,
  ): Promise<Seen>
  close(): Promise<void>
}

/** A page left open by a failed test would keep its member online in the following tests. */
const closeOnFailure = (page: Page): void => {
  try {
    onTestFailed(() => page.close())
  } catch {
    // opened for several tests, outside of them: closed by the opener
  }
}

/**
 * A server with demonstration data, a browser, and members of both kinds; `settings`: additional
 * environment variables.
 */
export const stage = async (settings: Record<string, string> = {}): Promise<Stage> => {
  const server = await startServer({ DEMO: '1', ...settings })
  const browser = await launch([], { whole: 'PUSH_TEST_ORIGIN' in settings })
  const contexts = new Map<string, BrowserContext>()
  return {
    server,
    browser,
    member: async (email) => {
      const signedIn = await login(server.url, email)
      const identityId = signedIn.identityIds[0] as string
      const api = http(server.url, signedIn.token, identityId)
      const { body } = await api.get<{ account: { account_handle: string } }>('/api/auth/me')
      return {
        api,
        identityId,
        handle: body.account.account_handle,
        conversations: async () =>
          (await api.get<{ conversations: Listed[] }>('/api/conversations')).body.conversations,
        say: async (conversation, text) => {
          const sent = await api.post<{ id: string }>(
            `/api/conversations/${conversation}/messages`,
            { content: text, sender_identity_id: identityId, client_msg_id: crypto.randomUUID() },
          )
          if (sent.status !== 201)
            throw new Error(`say: ${sent.status} ${JSON.stringify(sent.body)}`)
          return sent.body.id
        },
        read: async (conversation) => {
          const done = await api.post(`/api/conversations/${conversation}/mark-read`, {
            identityId,
          })
          if (done.status >= 300) throw new Error(`read: ${done.status}`)
        },
        with: async (handle) =>
          (await api.post<{ conversation: { id: string } }>('/api/conversations/start', { handle }))
            .body.conversation.id,
      }
    },
    open: async (email, path, options = DESKTOP, as) => {
      const key = JSON.stringify([email, options, as])
      const known = contexts.get(key)
      const context = known ?? (await newContext(browser, options))
      const page = await context.newPage()
      closeOnFailure(page)
      const seen = watch(page, server.url)
      if (known) await page.goto(`${server.url}${path}`)
      else await signIn(page, server.url, email, as, path)
      if (!known) {
        contexts.set(key, context)
        context.once('close', () => contexts.delete(key))
      }
      if (/conversations\/./.test(path)) await page.getByPlaceholder(COMPOSER).waitFor()
      return { page, seen }
    },
    close: async () => {
      await browser.close()
      await server.close()
    },
  }
}

/** The bubbles that contain a text. */
export const bubbles = (page: Page, text: string) =>
  page.locator('[data-message]').filter({ hasText: text })
/** Distance of the thread from its bottom, px. */
export const toBottom = (page: Page): Promise<number> =>
  page
    .locator('[data-thread]')
    .evaluate((node) => node.scrollHeight - node.clientHeight - node.scrollTop)
export const scrollFromBottom = (page: Page, px: number): Promise<void> =>
  page.locator('[data-thread]').evaluate((node, away) => {
    node.scrollTop = node.scrollHeight - node.clientHeight - away
  }, px)
