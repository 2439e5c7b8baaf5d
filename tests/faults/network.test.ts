import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page, Request } from 'playwright'
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest'
import { sendMessage } from '#contract/messaging/messages'
import { newId } from '../../server/tokens'
import {
  DESKTOP,
  launch,
  newContext,
  signIn,
  WITH_SERVICE_WORKER,
} from '../support/browser/browser'
import { http, login, uuidOf } from '../support/server/http'
import { freePort, startServer, type RunningServer } from '../support/server/process'
import { createProxy, type Proxy } from '../support/server/proxy'
import { testApp, type Member } from '../support/server/server'

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())
const composer = (page: Page): Locator => page.getByPlaceholder('Écrire un message…')
const bubble = (page: Page, text: string): Locator =>
  page.locator('[data-message]').filter({ hasText: text })
const lost = (page: Page): Locator => page.getByText('Connexion interrompue', { exact: false })
/** A silent line is noticed after some 30 s, and what a busy machine adds. */
const NOTICED = { timeout: 60_000 }
/** 2 to 5 s after the last attempt, and what a busy machine adds; the library alone would take 30. */
const BACK_S = 20
const seconds = (from: number): number => (Date.now() - from) / 1000
/** The service worker downloads the whole app, on a busy machine. */
const INSTALLED = { timeout: 90_000 }

/** Addresses that the page has asked for and not been answered. */
const unanswered = (page: Page): (() => string[]) => {
  const asked = new Set<Request>()
  const end = (request: Request): void => void asked.delete(request)
  page.on('request', (request) => asked.add(request))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  // no event tells that the script of a SharedWorker has come
  return () => [...asked].map((request) => request.url()).filter((url) => !/\.worker-/.test(url))
}

type Expects = Pick<TestContext, 'expect'>
/**
 * A server for one test, on which one member writes and the other looks: a second try must not meet
 * the server that the first one has killed.
 */
const place = async ({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'connivence-network-'))
  const settings = { DATA_DIR, PORT: String(await freePort()), DEMO: '1' }
  let server: RunningServer = await startServer(settings)
  const opened: { readonly page: Page; readonly proxy: Proxy }[] = []
  onTestFinished(async () => {
    for (const { page, proxy } of opened) {
      await page.context().close()
      await proxy.close()
    }
    await server.close()
    rmSync(DATA_DIR, { recursive: true, force: true })
  })
  const [two, three] = [
    await login(server.url, 'demo-2@connivence.test'),
    await login(server.url, 'demo-3@connivence.test'),
  ]
  const handle = (
    await http(server.url, three.token).get<{ account: { account_handle: string } }>('/api/auth/me')
  ).body.account.account_handle
  const { id } = (
    await http(server.url, two.token).post<{ conversation: { id: string } }>(
      '/api/conversations/start',
      { handle },
    )
  ).body.conversation
  /** Another member writes, on a line of their own. */
  const say = async (text: string): Promise<void> => {
    const session = await login(server.url, 'demo-3@connivence.test')
    const { status } = await http(server.url, session.token).post(
      `/api/conversations/${id}/messages`,
      { content: text, sender_identity_id: session.identityIds[0], client_msg_id: uuidOf(text) },
    )
    if (status !== 201) throw new Error(`say: ${status}`)
  }
  return {
    say,
    heardLive: async (page: Page, text: string): Promise<void> => {
      await say(text)
      await bubble(page, text).waitFor()
    },
    /**
     * The member in the conversation, on a line of this page alone, with everything loaded: a browser
     * never gives up on a module, and six of them on a line that dies hold all its connections.
     */
    open: async ({ expect }: Expects): Promise<{ readonly page: Page; readonly proxy: Proxy }> => {
      const proxy = await createProxy(server.port)
      const page = await (
        await newContext(browser, { ...DESKTOP, ...WITH_SERVICE_WORKER })
      ).newPage()
      opened.push({ page, proxy })
      const asked = unanswered(page)
      await signIn(page, proxy.url, 'demo-2@connivence.test', undefined, `/conversations/${id}`)
      await page.locator('[data-message]').first().waitFor()
      // the connection is open once data has arrived
      await expect
        .poll(
          async () => {
            const text = `essai ${Date.now()} ${opened.length}`
            await say(text)
            return bubble(page, text)
              .waitFor({ timeout: 10_000 })
              .then(
                () => true,
                () => false,
              )
          },
          { timeout: 60_000 },
        )
        .toBe(true)
      await expect
        .poll(
          () =>
            page.evaluate(
              async () => (await navigator.serviceWorker.getRegistration())?.active?.state,
            ),
          INSTALLED,
        )
        .toBe('activated')
      await expect.poll(asked).toEqual([])
      return { page, proxy }
    },
    kill: () => server.kill('SIGKILL'),
    start: async (): Promise<void> => {
      server = await startServer(settings)
    },
  }
}

// at the same time: nearly all of it is waiting for what must be noticed
describe.concurrent('a server that goes, a line that dies', () => {
  test('the server dies twice: the page shows it, reconnects sooner than the realtime library would, and catches up', async ({
    expect,
    onTestFinished,
  }) => {
    const dying = await place({ onTestFinished })
    const { page } = await dying.open({ expect })
    await page.evaluate(() => {
      document.body.dataset['mark'] = 'same page'
    })
    // the second time after a pause in which the realtime library alone would wait for 30 s
    for (const awayMs of [500, 20_000]) {
      await dying.heardLive(page, `avant ${awayMs} ${Date.now()}`)
      await dying.kill()
      await lost(page).first().waitFor()
      await page.waitForTimeout(awayMs)
      await dying.start()
      const back = Date.now()
      const text = `pendant la coupure ${awayMs} ${back}`
      await dying.say(text)
      await expect.poll(() => lost(page).count()).toBe(0)
      expect(seconds(back)).toBeLessThan(BACK_S)
      await bubble(page, text).waitFor()
      expect(await bubble(page, text).count()).toBe(1)
      await dying.heardLive(page, `après ${awayMs} ${Date.now()}`)
    }
    expect(await page.evaluate(() => document.body.dataset['mark'])).toBe('same page')
  })

  test('a silent line is noticed; afterwards all is caught up and pending messages are sent once', async ({
    expect,
    onTestFinished,
  }) => {
    const standing = await place({ onTestFinished })
    const { page, proxy } = await standing.open({ expect })
    await standing.heardLive(page, `avant le trou ${Date.now()}`)
    const from = Date.now()
    proxy.mode = 'black-hole'
    const missed = `dans le trou ${from}`
    const own = `parti pendant ce temps ${from}`
    await standing.say(missed)
    await composer(page).fill(own)
    await page.getByRole('button', { name: /^Envoyer/ }).click()
    await lost(page).first().waitFor(NOTICED)
    expect(
      await bubble(page, own)
        .getByLabel(/^(Envoyé|Lu)$/)
        .count(),
    ).toBe(0)
    expect(await bubble(page, missed).count()).toBe(0)
    proxy.mode = 'pass'
    await expect.poll(() => lost(page).count()).toBe(0)
    await bubble(page, missed).waitFor()
    await bubble(page, own)
      .getByLabel(/^(Envoyé|Lu)$/)
      .waitFor({ timeout: 40_000 })
    expect([await bubble(page, own).count(), await bubble(page, missed).count()]).toEqual([1, 1])
  })

  test('a line on which only the server has fallen silent is noticed, and all is caught up', async ({
    expect,
    onTestFinished,
  }) => {
    const standing = await place({ onTestFinished })
    const { page, proxy } = await standing.open({ expect })
    await standing.heardLive(page, `avant le silence ${Date.now()}`)
    proxy.mode = 'half-open'
    const missed = `dans le silence ${Date.now()}`
    await standing.say(missed)
    await lost(page).first().waitFor(NOTICED)
    proxy.mode = 'pass'
    await expect.poll(() => lost(page).count()).toBe(0)
    await bubble(page, missed).waitFor()
    await standing.heardLive(page, `après le silence ${Date.now()}`)
  })
})

describe('a member who is no longer in a conversation', () => {
  test('receives nothing more of it, neither live nor by asking', async () => {
    // in this process: leaving has no route yet, its service will do these two things
    const t = await testApp({}, { appDir: join(process.cwd(), 'dist/app') })
    const base = await t.listen()
    const [owner, leaver] = [await t.member('restante'), await t.member('partante')]
    const group = newId()
    const now = t.ctx.now()
    await t.ctx.db
      .insertInto('conversations')
      .values({
        id: group,
        type: 'group',
        title: 'Pique-nique',
        title_key: 'pique-nique',
        description: null,
        avatar_media_id: null,
        direct_key: null,
        event_id: null,
        created_at: now,
        clock: now,
        last_message_id: null,
        last_message_at: null,
      })
      .execute()
    await t.ctx.db
      .insertInto('conversation_participants')
      .values(
        [owner, leaver].map(({ accountId }) => ({
          conversation_id: group,
          account_id: accountId,
          is_admin: 0 as const,
          joined_at: now,
          visible_after: 0,
          left_at: null,
          has_written: 0 as const,
        })),
      )
      .execute()
    const say = async (text: string): Promise<void> => {
      expect(
        (
          await owner.call(sendMessage, {
            params: { id: group },
            body: {
              content: text,
              sender_identity_id: owner.identityIds[0] ?? null,
              client_msg_id: newId(),
            },
          })
        ).status,
      ).toBe(201)
    }
    await say('première')
    const open = async (member: Member): Promise<Page> => {
      const page = await (
        await newContext(browser, { ...DESKTOP, ...WITH_SERVICE_WORKER })
      ).newPage()
      await page.goto(`${base}/login?redirect=/conversations/${group}`)
      await page.getByLabel('Adresse e-mail').fill(member.email)
      await page.getByLabel('Mot de passe', { exact: true }).fill('un-bon-mot-de-passe')
      await page.getByRole('button', { name: 'Se connecter' }).click()
      await bubble(page, 'première').waitFor()
      return page
    }
    const [stays, leaves] = [await open(owner), await open(leaver)]
    await say('deuxième')
    for (const page of [stays, leaves]) await bubble(page, 'deuxième').waitFor()
    await t.ctx.db
      .updateTable('conversation_participants')
      .set({ left_at: t.ctx.now() })
      .where('conversation_id', '=', group)
      .where('account_id', '=', leaver.accountId)
      .execute()
    await t.ctx.realtime.publisher.withdraw({
      channel: `private-conversation-${group}`,
      accountId: leaver.accountId,
    })
    await say('secret')
    await bubble(stays, 'secret').waitFor()
    await leaves.waitForTimeout(1_000)
    expect(await leaves.getByText('secret').count()).toBe(0)
    // what the page asks for when it is looked at again brings nothing either
    await leaves.evaluate(() => window.dispatchEvent(new Event('focus')))
    await leaves.waitForTimeout(500)
    await leaves.reload()
    await leaves.getByText('Impossible d’ouvrir cette discussion').waitFor()
    expect(await leaves.getByText('secret').count()).toBe(0)
    await stays.context().close()
    await leaves.context().close()
    await t.close()
  })
})
