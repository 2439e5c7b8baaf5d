// `npm run stack`: the full arrangement on this machine, for trying it out: PostgreSQL and Redis
// (Debian's packages), an S3-compatible store, and two server processes behind a small balancer.
// Data is kept in data/stack. STACK_PORT: the first of eight ports.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
const inside = process.argv[2] === 'inside'
if (!inside) {
  const { install, requireNode } = await import('./install.mjs')
  requireNode()
  install()
  const { build } = await import('./build.mjs')
  await build()
  const done = spawnSync(
    join(root, 'node_modules/.bin/tsx'),
    [fileURLToPath(import.meta.url), 'inside'],
    { stdio: 'inherit' },
  )
  process.exit(done.status ?? 1)
}
const { stackNeeds, startStack } = await import('../tests/support/server/stack')
const { why } = stackNeeds()
if (why) {
  console.error(`\n${why}: run "apt-get install postgresql redis-server", then try again.\n`)
  process.exit(1)
}
const port = Number(process.env.STACK_PORT ?? 8730)
const stack = await startStack({
  dir: join(root, 'data/stack'),
  port,
  processes: Number(process.env.STACK_PROCESSES ?? 2),
  settings: { NODE_ENV: 'development', RATE_FACTOR: '1', METRICS_PORT: '0' },
})
console.log(`\nConnivence, two processes: ${stack.url}
  PostgreSQL  ${stack.postgres.url}
  Redis       ${stack.redis.url}
  S3          ${stack.s3.settings.S3_ENDPOINT}/photos
  processes   ${stack.servers.map((s) => s.url).join('  ')}
Logins: demo-1@connivence.test, demo-2@…, demo-3@…, password connivence-demo. Ctrl-C stops all.\n`)
let ending = false
const end = () => {
  if (ending) return
  ending = true
  stack.close().then(
    () => process.exit(0),
    () => process.exit(1),
  )
}
process.on('SIGINT', end)
process.on('SIGTERM', end)
