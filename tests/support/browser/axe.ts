import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const look = async (page: Page, rules: readonly string[]): Promise<string[]> => {
  // half faded in, a colour is not yet the one that is read; what never ends (a spinner) is not waited for
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((a) => a.effect?.getComputedTiming().endTime !== Infinity)
        .map((a) => a.finished.catch(() => undefined)),
    ),
  )
  const session = await page.context().newCDPSession(page)
  // an isolated world: neither the content policy nor Trusted Types of the page apply
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'axe',
  })
  await session.send('Runtime.evaluate', { expression: source, contextId: executionContextId })
  const { result } = await session.send('Runtime.evaluate', {
    contextId: executionContextId,
    awaitPromise: true,
    returnByValue: true,
    expression: `axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(r => r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.target.join(' ')).slice(0, 4).join(' | ')))`,
  })
  await session.detach()
  return result.value as string[]
}

/**
 * Violations of WCAG 2.2 AA on the page as it stands: rule and the elements. Injected past the page's
 * policy. `bestPractice`: also the rules of axe that no criterion asks for (landmarks, headings).
 * What is found is looked at once more: something may have begun to fade in, or a screen to be
 * replaced, while axe read the page.
 */
export const axe = async (page: Page, { bestPractice = false } = {}): Promise<string[]> => {
  const rules = bestPractice ? [...WCAG, 'best-practice'] : WCAG
  const found = await look(page, rules)
  return found.length === 0 ? found : look(page, rules)
}
