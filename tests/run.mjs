// `npm test`: types, lint, architecture and unit tests, server tests, size budgets, browser tests; one count at the end.
//   --postgres=URL  runs the server tests a second time on that PostgreSQL server
//   --only=a,b      of: types lint unit server postgres build size e2e
//   --fresh         builds from nothing
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install, requireNode } from '../server/install.mjs'

requireNode()
const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
install()

const flag = (name) => process.argv.find((a) => a === `--${name}` || a.startsWith(`--${name}=`))
const postgres = flag('postgres')?.split('=').slice(1).join('=') || process.env.TEST_POSTGRES_URL || ''
const only = flag('only')?.split('=')[1]?.split(',')
const wants = (step) => !only || only.includes(step)
const total = { passed: 0, failed: 0, skipped: 0 }
/** Named once more at the end: a long report is read from there. */
const failures = []
const bin = (name) => join(root, 'node_modules/.bin', name)
const results = join(root, '.cache/results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const run = (title, command, args, env = {}) => {
  const from = Date.now()
  console.log(`\n── ${title}`)
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  console.log(`── ${title} : ${done.status === 0 ? 'bon' : 'ÉCHEC'} (${((Date.now() - from) / 1000).toFixed(1)} s)`)
  return done.status === 0
}
/** A step that is one check. */
const check = (title, command, args) => {
  if (run(title, command, args)) total.passed += 1
  else total.failed += 1
}
/** A Vitest project; its tests are counted one by one. */
const suite = (title, project, env = {}) => {
  const out = join(results, `${title.replace(/\W+/g, '-')}.json`)
  const good = run(title, bin('vitest'), ['run', '--project', project, '--reporter=dot', '--reporter=json', `--outputFile.json=${out}`], env)
  try {
    const r = JSON.parse(readFileSync(out, 'utf8'))
    total.passed += r.numPassedTests
    total.failed += r.numFailedTests + (r.numFailedTests === 0 && !good ? 1 : 0)
    total.skipped += r.numPendingTests + r.numTodoTests
    for (const f of r.testResults)
      for (const t of f.assertionResults) {
        if (t.status === 'pending' || t.status === 'skipped') console.log(`   non joué : ${t.fullName}`)
        if (t.status === 'failed') failures.push(`${title} : ${t.fullName}`)
        else if (t.status === 'passed' && t.failureMessages?.length > 0) console.log(`   passé à la seconde fois : ${t.fullName}`)
      }
  } catch {
    total.failed += 1
  }
}

const { buildWasm } = await import('../wasm/build.mjs')
await buildWasm()
if (wants('types')) check('types', bin('tsc'), ['-b'])
if (wants('lint')) check('lint', bin('oxlint'), ['--quiet'])
// some server tests start the built server
if (wants('build')) check('build', process.execPath, ['server/build.mjs', ...(flag('fresh') ? ['--force'] : [])])
if (wants('size')) check('size', process.execPath, ['tests/bench/size.mjs'])
if (wants('unit')) suite('unit', 'unit')
if (wants('server')) suite('server', 'server')
if (postgres && wants('postgres')) suite('server on PostgreSQL', 'server', { TEST_DATABASE_URL: postgres })
if (wants('e2e')) {
  const { ensureChromium } = await import('./support/chromium.mjs')
  const path = await ensureChromium()
  suite('e2e', 'e2e', { CHROMIUM_PATH: path })
}
for (const name of failures) console.log(`   en échec : ${name}`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)
