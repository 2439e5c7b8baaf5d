// `npm test`: formatting, types, lint, the build, sizes, unit, server and browser tests; one count at the end.
//   --postgres=URL  runs the server tests a second time on that PostgreSQL server
//   --changed[=REF] the quick steps, and the unit and server tests that import what has changed since REF
//                   (default: since the last commit)
//   --only=a,b      of: format types lint dialect build size unit server postgres browser faults
//   --stack         runs the browser tests a second time on PostgreSQL, Redis and S3 (Debian's packages)
//   --fresh         builds from nothing
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install, requireNode } from './install.mjs'

requireNode()
const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
install()

const flag = (name) => process.argv.find((a) => a === `--${name}` || a.startsWith(`--${name}=`))
const valueOf = (name) => flag(name)?.split('=').slice(1).join('=')
const postgres = valueOf('postgres') || process.env.TEST_POSTGRES_URL || ''
const changed = flag('changed')
const QUICK = ['format', 'types', 'lint', 'dialect', 'unit', 'server']
const only = valueOf('only')?.split(',') ?? (changed ? QUICK : undefined)
const wants = (step) => !only || only.includes(step)
const bin = (name) => join(root, 'node_modules/.bin', name)
const results = join(root, '.cache/results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const total = { passed: 0, failed: 0, skipped: 0 }
const failures = []
const flaky = []
const skips = []
/** Step → seconds. */
const times = new Map()

const run = (title, command, args, env = {}) => {
  const startedAt = Date.now()
  console.log(`\n── ${title}`)
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  times.set(title, (Date.now() - startedAt) / 1000)
  return status === 0
}

/** A step that counts as one test. */
const check = (title, command, args) => {
  if (run(title, command, args)) {
    total.passed += 1
    return
  }
  total.failed += 1
  failures.push(title)
}

const firstLine = (text = '') => text.split('\n', 1)[0]

const countTest = (title, test, tryError) => {
  const name = `${title}: ${test.fullName}`
  if (test.status === 'failed') {
    total.failed += 1
    failures.push(name)
  } else if (test.status === 'passed') {
    total.passed += 1
    if (tryError !== undefined) flaky.push(`${name}\n      ${tryError}`)
  } else {
    total.skipped += 1
    skips.push(name)
  }
}

const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/** Runs Vitest. Returns whether it succeeded, the results of each file, and errors that belong to no test. */
const runVitest = (title, args, env) => {
  const name = join(results, title.replace(/\W+/g, '-'))
  const outputs = { tests: `${name}.json`, errors: `${name}.errors.json` }
  const reporters = [
    '--reporter=dot',
    '--reporter=json',
    '--reporter=./scripts/unhandled-errors.mjs',
    `--outputFile.json=${outputs.tests}`,
  ]
  const succeeded = run(title, bin('vitest'), ['run', ...args, ...reporters], {
    ...env,
    UNHANDLED_ERRORS: outputs.errors,
  })
  const files = readJson(outputs.tests)?.testResults ?? []
  return { succeeded, files, errors: readJson(outputs.errors) ?? [] }
}

/**
 * Counts tests one by one. A file that cannot be loaded counts as one failure. `tryErrors`: what a
 * test (by file and name) or the loading of a file failed with on one of two tries.
 */
const count = (title, { succeeded, files, errors }, tryErrors = new Map()) => {
  const failedBefore = total.failed
  for (const file of files) {
    for (const test of file.assertionResults)
      countTest(title, test, tryErrors.get(testKey(file, test)))
    if (file.status === 'failed' && !file.assertionResults.some((t) => t.status === 'failed')) {
      total.failed += 1
      failures.push(`${title}: ${relative(root, file.name)} cannot be loaded`)
    } else if (tryErrors.has(file.name)) {
      flaky.push(`${title}: ${relative(root, file.name)}\n      ${tryErrors.get(file.name)}`)
    }
  }
  total.failed += errors.length
  for (const { file, message } of errors) {
    const place = file === undefined ? title : `${title}: ${relative(root, file)}`
    failures.push(`${place}: outside of a test: ${firstLine(message)}`)
  }
  if (!succeeded && total.failed === failedBefore) {
    total.failed += 1
    failures.push(`${title}: Vitest failed`)
  }
}

const vitest = (title, args, env = {}) => count(title, runVitest(title, args, env))

/** More failing files than this are no accident; a second try would only take time. */
const MAX_SECOND_TRIES = 5

const testKey = (file, test) => `${file.name} ${test.fullName}`

/** The error of each failed test, by file and name, and of each file that cannot be loaded. */
const errorsOf = (files) => {
  const errors = new Map()
  for (const file of files) {
    const tests = file.assertionResults.filter((test) => test.status === 'failed')
    if (tests.length === 0) errors.set(file.name, firstLine(file.message))
    for (const test of tests) errors.set(testKey(file, test), firstLine(test.failureMessages[0]))
  }
  return errors
}

/** A file as run a second time, in which a test that passed on the first try has passed. */
const withFirstPasses = (file, passedFirst) => {
  const assertionResults = file.assertionResults.map((test) =>
    passedFirst.has(testKey(file, test)) ? { ...test, status: 'passed' } : test,
  )
  const isMended =
    file.assertionResults.some((test) => test.status === 'failed') &&
    !assertionResults.some((test) => test.status === 'failed')
  return { ...file, assertionResults, status: isMended ? 'passed' : file.status }
}

/**
 * Browser tests, three files at once. A file with a failed test is run again, alone and on a new
 * server: a second try on the first one's server finds what the first try left there. A test fails
 * when it passes on neither try, and is flaky when it passes on one of them only.
 */
const browserTests = (title, folder, env) => {
  const first = runVitest(title, ['--project', 'e2e', folder], { ...env, E2E_WORKERS: '3' })
  const failed = first.files.filter((file) => file.status === 'failed')
  if (failed.length === 0 || failed.length > MAX_SECOND_TRIES) return count(title, first)
  const names = failed.map((file) => file.name)
  const second = runVitest(`${title}, second try`, ['--project', 'e2e', ...names], env)
  const secondFailed = second.files.filter((file) => file.status === 'failed')
  const tryErrors = new Map([...errorsOf(secondFailed), ...errorsOf(failed)])
  const passedFirst = new Set(
    failed.flatMap((file) =>
      file.assertionResults.filter((t) => t.status === 'passed').map((t) => testKey(file, t)),
    ),
  )
  const passed = first.files.filter((file) => file.status !== 'failed')
  const again = second.files.map((file) => withFirstPasses(file, passedFirst))
  const files = [...passed, ...again]
  const succeeded =
    second.succeeded || (second.files.length > 0 && again.every((f) => f.status !== 'failed'))
  // for a file that is run again, only the errors of its second try count
  const errors = [...first.errors.filter(({ file }) => !names.includes(file)), ...second.errors]
  return count(title, { succeeded, files, errors }, tryErrors)
}

/** Chromium and one set of demonstration data, which every server of the browser tests starts with a copy of. */
const prepareBrowserTests = async () => {
  const { browserSettings } = await import('../tests/support/browser/chromium.mjs')
  const browsers = await browserSettings()
  const demo = join(root, '.cache/demo')
  rmSync(demo, { recursive: true, force: true })
  const fill = `import('./tests/support/server/process.ts').then((m) => m.fillDemo(${JSON.stringify(demo)}))`
  const filled = run('demonstration data', bin('tsx'), ['-e', fill])
  if (!filled) {
    total.failed += 1
    failures.push('demonstration data: cannot be filled')
  }
  return { ...browsers, ...(filled ? { DEMO_DATA: demo } : {}) }
}

/** The browser tests on PostgreSQL, Redis and S3. */
const stack = async (env) => {
  const file = join(results, 'services.txt')
  const services = spawn(bin('tsx'), ['tests/support/server/services.mjs', file], {
    cwd: root,
    stdio: 'inherit',
  })
  while (!existsSync(file) && services.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 200))
  if (services.exitCode === null) {
    const settings = { ...env, TEST_STACK: readFileSync(file, 'utf8') }
    browserTests('browser on all engines', 'tests/e2e', settings)
  } else {
    total.failed += 1
    failures.push('browser on all engines: the services did not start')
  }
  services.kill('SIGTERM')
}

const { buildWasm } = await import('../wasm/build.mjs')
await buildWasm()
if (wants('format')) check('format', bin('oxfmt'), ['--check', '.'])
if (wants('types')) check('types', bin('tsc'), ['-b'])
if (wants('lint')) check('lint', bin('oxlint'), [])
if (wants('dialect')) check('dialect', process.execPath, ['scripts/dialect.mjs'])
// some server tests start the built server
if (wants('build'))
  check('build', process.execPath, ['scripts/build.mjs', ...(flag('fresh') ? ['--force'] : [])])
if (wants('size')) check('size', process.execPath, ['scripts/size.mjs'])
const affected = changed ? [changed] : []
if (wants('unit')) vitest('unit', ['--project', 'unit*', ...affected])
if (wants('server')) vitest('server', ['--project', 'server', ...affected])
if (postgres && wants('postgres'))
  vitest('server on PostgreSQL', ['--project', 'server'], { TEST_DATABASE_URL: postgres })
if (wants('browser') || wants('faults')) {
  const env = await prepareBrowserTests()
  if (wants('browser')) browserTests('browser', 'tests/e2e', env)
  // these mostly wait; each has its own servers
  if (wants('faults')) browserTests('faults', 'tests/faults', env)
  if (flag('stack')) await stack(env)
}

const report = (title, names) => {
  if (names.length > 0) console.log(`\n${title}:\n${names.map((n) => `   ${n}`).join('\n')}`)
}
writeFileSync(join(root, '.cache/test-times.json'), JSON.stringify(Object.fromEntries(times)))
console.log('\nSeconds per step:')
for (const [title, seconds] of times) console.log(`${seconds.toFixed(1).padStart(8)}  ${title}`)
report('Skipped', skips)
report('Passed on one try of two', flaky)
report('Failed', failures)
console.log(`\nflaky: ${flaky.length}`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)
