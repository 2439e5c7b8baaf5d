// Memory of the page and of its hub after ten minutes and after two hours of use: the ten journeys by
// touch, without a load between them. A member is taken to act every ten seconds, so the count of
// touches is the clock; figures after two collections of garbage.
import { launch, newContext, PHONE, signIn } from '../../support/browser/browser'
import { startServer } from '../../support/server/process'
import { MAN } from '../../support/world/talk'
import { conversationsOn, createJourneys } from './use.mjs'

const ACT_S = 10
const MINUTES = Number(process.env.MINUTES ?? 120)
const FIRST_MINUTES = 10
const server = await startServer({ DEMO: '1' })
const browser = await launch()
const context = await newContext(browser, PHONE)
const page = await context.newPage()
page.setDefaultTimeout(30_000)
let taps = 0
const tap = async (target) => {
  await target.tap()
  taps += 1
}
const journeys = createJourneys(page, tap)
await signIn(page, server.url, MAN)
await conversationsOn(page).first().waitFor()

const ofPage = await context.newCDPSession(page)
await ofPage.send('Performance.enable')
const hubs = await browser.newBrowserCDPSession()
const { targetInfos } = await hubs.send('Target.getTargets', {
  filter: [{ type: 'shared_worker' }],
})
const hub = targetInfos[0]
let next = 0
const waiting = new Map()
const { sessionId } = hub
  ? await hubs.send('Target.attachToTarget', { targetId: hub.targetId, flatten: false })
  : { sessionId: null }
hubs.on('Target.receivedMessageFromTarget', ({ message }) => {
  const { id, result } = JSON.parse(message)
  waiting.get(id)?.(result)
})
const toHub = (method) =>
  new Promise((resolve) => {
    next += 1
    waiting.set(next, resolve)
    void hubs.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id: next, method }),
    })
  })

const measure = async () => {
  for (let i = 0; i < 2; i += 1) {
    await ofPage.send('HeapProfiler.collectGarbage')
    if (sessionId) await toHub('HeapProfiler.collectGarbage')
    await page.waitForTimeout(500)
  }
  const { metrics } = await ofPage.send('Performance.getMetrics')
  const of = (name) => metrics.find((m) => m.name === name)?.value ?? 0
  const worker = sessionId ? await toHub('Runtime.getHeapUsage') : null
  return {
    heap: of('JSHeapUsedSize') / 1e6,
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    hub: (worker?.usedSize ?? 0) / 1e6,
  }
}
const told = ({ heap, nodes, listeners, hub: worker }) =>
  `page ${heap.toFixed(1)} MB, ${nodes} nodes, ${listeners} listeners; hub ${worker.toFixed(1)} MB`

/** To the list of conversations, out of a form that asks whether to leave it. */
const home = async () => {
  const leave = page.getByRole('alertdialog').getByRole('button', { name: 'Quitter' })
  const link = page.getByRole('navigation').getByRole('link', { name: /Discussions/ })
  for (let i = 0; i < 6; i += 1) {
    await page.waitForTimeout(500)
    if (await leave.isVisible()) await leave.tap()
    else if (await link.isVisible()) {
      await link.tap()
      await page.waitForTimeout(500)
      if (!(await leave.isVisible())) break
    } else await page.goBack()
  }
  await conversationsOn(page).first().waitFor()
}

let first = null
const minutes = () => (taps * ACT_S) / 60
while (minutes() < MINUTES) {
  for (const [name, run] of Object.entries(journeys)) {
    await home()
    await run().catch((error) =>
      console.log(`${name} stopped: ${error.message.split('\n').slice(0, 3).join(' ')}`),
    )
  }
  const now = await measure()
  console.log(`${minutes().toFixed(0)} min: ${told(now)}`)
  if (!first && minutes() >= FIRST_MINUTES) first = now
}
const last = await measure()
const ratio = (key) => (last[key] / first[key]).toFixed(2)
console.log(
  `after ${minutes().toFixed(0)} min beside ${FIRST_MINUTES}: page × ${ratio('heap')} (goal 1.1), nodes × ` +
    `${ratio('nodes')}, listeners × ${ratio('listeners')}, hub × ${ratio('hub')}`,
)
await browser.close()
await server.close()
