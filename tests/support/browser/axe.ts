import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CDPSession, Page } from 'playwright'
import { animationsEnded } from './settled'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** One for each page: within it, a document keeps its isolated world, and axe in that. */
const sessions = new WeakMap<Page, CDPSession>()

/**
 * Evaluates in a world of its own, where neither the content policy nor Trusted Types of the page
 * apply, with axe, which is compiled once for each document.
 */
const inWorldOfAxe = async (page: Page, expression: string): Promise<unknown> => {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, session)
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'axe',
  })
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      contextId,
      awaitPromise: true,
      returnByValue: true,
      expression,
    })
    if (exceptionDetails) throw new Error(`axe: ${result.description ?? exceptionDetails.text}`)
    return result.value
  }
  if ((await evaluate('typeof axe')) === 'undefined') await evaluate(`${source};undefined`)
  return evaluate(expression)
}

const look = async (page: Page, rules: readonly string[]): Promise<string[]> => {
  // half faded in, a colour is not yet the one that is read
  await animationsEnded(page)
  // of what passes, axe would work out the selectors too
  const options = JSON.stringify({ runOnly: rules, resultTypes: ['violations'] })
  const found = await inWorldOfAxe(
    page,
    `axe.run(document, ${options}).then(r => r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.target.join(' ')).slice(0, 4).join(' | ')))`,
  )
  return found as string[]
}

/**
 * Violations of WCAG 2.2 AA on the page: rule and the elements. Injected past the page's policy.
 * `bestPractice`: also the rules of axe that no criterion asks for (landmarks, headings).
 * Violations are checked a second time: an element may have begun to fade in, or a screen to be
 * replaced, while axe read the page.
 */
export const axe = async (page: Page, { bestPractice = false } = {}): Promise<string[]> => {
  const rules = bestPractice ? [...WCAG, 'best-practice'] : WCAG
  const found = await look(page, rules)
  return found.length === 0 ? found : look(page, rules)
}
