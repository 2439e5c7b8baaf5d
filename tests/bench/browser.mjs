// What the browser figures share: a server with demonstration data and a Chromium.
import { launch, newContext, signIn } from '../support/browser'
import { startServer } from '../support/process'

export const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]

export const stage = async () => {
  const server = await startServer({ DEMO: '1' })
  const browser = await launch()
  return {
    server, browser,
    member: async (email, as) => {
      const context = await newContext(browser)
      const page = await context.newPage()
      await signIn(page, server.url, email, as)
      return { context, page }
    },
    close: async () => { await browser.close(); await server.close() },
  }
}
