// `npm test`: types, lint, architecture and unit tests, server tests, size budgets, browser tests; one count at the end.
//   --postgres=URL  runs the server tests a second time on that PostgreSQL server
//   --only=a,b      of: types lint unit server postgres build size e2e
//   --stack         runs the browser tests a second time on PostgreSQL, Redis and S3 (Debian's packages)
//   --fresh         builds from nothing
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install, requireNode } from './install.mjs'

requireNode()
const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
install()

const flag = (name) => process.argv.find((a) => a === `--${name}` || a.startsWith(`--${name}=`))
const postgres =
  flag('postgres')?.split('=').slice(1).join('=') || process.env.TEST_POSTGRES_URL || ''
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
  const done = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  console.log(
    `── ${title} : ${done.status === 0 ? 'bon' : 'ÉCHEC'} (${((Date.now() - from) / 1000).toFixed(1)} s)`,
  )
  return done.status === 0
}
/** A step that is one check. */
const check = (title, command, args) => {
  if (run(title, command, args)) total.passed += 1
  else total.failed += 1
}
/** Runs Vitest on `args` and gives its report by file: the tests of a file that could not even start are one failure. */
const vitest = (title, args, env) => {
  const out = join(results, `${title.replace(/\W+/g, '-')}.json`)
  const good = run(
    title,
    bin('vitest'),
    ['run', ...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${out}`],
    env,
  )
  try {
    return { good, files: JSON.parse(readFileSync(out, 'utf8')).testResults }
  } catch {
    return { good: false, files: [] }
  }
}
const broken = (file) =>
  file.status === 'failed' || file.assertionResults.some((t) => t.status === 'failed')
/** Counts its tests one by one and says by name what failed, was left out, or needed a second go. */
const count = (title, { good, files }) => {
  let failed = 0
  for (const f of files) {
    if (f.status === 'failed' && !f.assertionResults.some((t) => t.status === 'failed')) {
      failed += 1
      failures.push(`${title} : ${relative(root, f.name)} ne démarre pas`)
    }
    for (const t of f.assertionResults) {
      if (t.status === 'failed') {
        failed += 1
        failures.push(`${title} : ${t.fullName}`)
      } else if (t.status === 'passed') {
        total.passed += 1
        if (t.failureMessages?.length > 0) console.log(`   passé à la seconde fois : ${t.fullName}`)
      } else {
        total.skipped += 1
        console.log(`   non joué : ${t.fullName}`)
      }
    }
  }
  total.failed += failed + (failed === 0 && !good ? 1 : 0)
}
/**
 * A file in which a test failed is run once more, alone and whole (a page or a server that the tests of a file share cannot be
 * taken up in its middle), and named in the report: a machine that was too slow for a moment is not what a test asserts.
 */
const twice = (title, done, rerun) => {
  const files = done.flatMap((d) => d.files)
  const again = files.filter(broken)
  const good = done.every((d) => d.good || d.files.some(broken))
  if (again.length === 0) return count(title, { good, files })
  const second = rerun(again.map((f) => relative(root, f.name)))
  for (const f of again) console.log(`   joué une seconde fois : ${relative(root, f.name)}`)
  count(title, {
    good: good && second.good,
    files: [...files.filter((f) => !broken(f)), ...second.files],
  })
}
const suite = (title, project, env = {}) => {
  const go = (name, args) => vitest(name, ['--project', project, ...args], env)
  twice(title, [go(title, [])], (files) => go(`${title}, encore une fois`, files))
}
/** Browser tests: screens two files at a time, then faults (which cut lines and kill servers) alone. */
const browser = (env) => {
  const go = (title, args, workers = 1) =>
    vitest(title, ['--project', 'e2e', ...args], { ...env, E2E_WORKERS: String(workers) })
  twice('navigateur', [go('écrans', ['tests/e2e'], 2), go('pannes', ['tests/faults'])], (files) =>
    go('écrans, encore une fois', files),
  )
}

const { buildWasm } = await import('../wasm/build.mjs')
await buildWasm()
if (wants('types')) check('types', bin('tsc'), ['-b'])
if (wants('lint')) check('lint', bin('oxlint'), ['--quiet'])
// some server tests start the built server
if (wants('build'))
  check('build', process.execPath, ['scripts/build.mjs', ...(flag('fresh') ? ['--force'] : [])])
if (wants('size')) check('size', process.execPath, ['scripts/size.mjs'])
if (wants('unit')) suite('unit', 'unit')
if (wants('server')) suite('server', 'server')
if (postgres && wants('postgres'))
  suite('server on PostgreSQL', 'server', { TEST_DATABASE_URL: postgres })
if (wants('e2e')) {
  const { ensureChromium } = await import('../tests/support/browser/chromium.mjs')
  const path = await ensureChromium()
  // demonstration data are drawn once; every server of the tests starts on a copy
  const demo = join(root, '.cache/demo')
  rmSync(demo, { recursive: true, force: true })
  const filled = run('données de démonstration', bin('tsx'), [
    '-e',
    `import('./tests/support/server/process.ts').then((m) => m.fillDemo(${JSON.stringify(demo)}))`,
  ])
  browser({ CHROMIUM_PATH: path, ...(filled ? { DEMO_DATA: demo } : {}) })
  if (flag('stack')) {
    const file = join(results, 'services.txt')
    const services = spawn(bin('tsx'), ['tests/support/server/services.mjs', file], {
      cwd: root,
      stdio: 'inherit',
    })
    while (!existsSync(file) && services.exitCode === null)
      await new Promise((r) => setTimeout(r, 200))
    if (services.exitCode === null)
      count(
        'écrans sur tous les moteurs',
        vitest('écrans sur tous les moteurs', ['--project', 'e2e', 'tests/e2e'], {
          CHROMIUM_PATH: path,
          TEST_STACK: readFileSync(file, 'utf8'),
        }),
      )
    else total.failed += 1
    services.kill('SIGTERM')
  }
}
for (const name of failures) console.log(`   en échec : ${name}`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)
