// What the browser figures share: a server with demonstration data and a Chromium.
import { launch, newContext, signIn } from '../../support/browser/browser'
import { startServer } from '../../support/server/process'

export const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]

/** `settings`: of the server, beside the demonstration data. */
export const stage = async (settings = {}) => {
  const server = await startServer({ DEMO: '1', ...settings })
  const browser = await launch()
  return {
    server,
    browser,
    member: async (email, as) => {
      const context = await newContext(browser)
      const page = await context.newPage()
      await signIn(page, server.url, email, as)
      return { context, page }
    },
    close: async () => {
      await browser.close()
      await server.close()
    },
  }
}

/** Opens a conversation from the list without a load; ms until it is painted. */
export const openThread = async (page, base, id) => {
  await page.goto(`${base}/conversations`)
  await page.getByRole('heading', { name: 'Discussions' }).waitFor()
  await page.waitForTimeout(400)
  return page.evaluate(
    (target) =>
      new Promise((resolve) => {
        const from = performance.now()
        history.pushState(null, '', `/conversations/${target}`)
        const look = () =>
          document.querySelectorAll('[data-message]').length > 5
            ? requestAnimationFrame(() => resolve(performance.now() - from))
            : requestAnimationFrame(look)
        look()
      }),
    id,
  )
}

/** Presses «Envoyer»; frames until the bubble with this text stands in the page. */
export const sendAndCount = (page, text) =>
  page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        let n = 0
        const look = () => {
          n += 1
          for (const node of document.querySelectorAll('[data-message]'))
            if (node.textContent.includes(wanted)) return resolve(n)
          requestAnimationFrame(look)
        }
        document.querySelector('button[aria-label^="Envoyer"]').click()
        requestAnimationFrame(look)
      }),
    text,
  )
