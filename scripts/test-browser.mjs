// `npm run test:browser -- tests/e2e/news.test.ts`: builds, then runs browser tests; watches in a terminal.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
await build()
const { browserSettings } = await import('../tests/support/browser/chromium.mjs')
const env = { ...process.env, ...(await browserSettings()) }
const args = ['--project', 'e2e', ...process.argv.slice(2)]
const { status } = spawnSync(join(root, 'node_modules/.bin/vitest'), args, {
  stdio: 'inherit',
  env,
})
process.exit(status ?? 1)
