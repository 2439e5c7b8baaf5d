// `npm run bench`: every figure of this folder, one after the other. `npm run bench -- start tabs` runs some of them.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const all = [
  'start',
  'size',
  'hub',
  'slow',
  'nodes',
  'scale',
  'members',
  'live',
  'thread',
  'long',
  'tabs',
  'photo',
  'photos/mark',
  'seal/columns',
  'places',
  'grid',
  'map',
  'participants',
  'participation',
  'desk',
  'offline',
  'phone/start',
  'phone/journeys',
  'phone/memory',
  'idle',
  'day',
  'photos/thirty',
]
const given = process.argv.slice(2).filter((a) => a.startsWith('-'))
const wanted = process.argv.slice(2).filter((a) => !a.startsWith('-'))
process.chdir(join(here, '../..'))
const { build } = await import('../../scripts/build.mjs')
await build()
for (const name of wanted.length > 0 ? wanted : all) {
  if (!existsSync(join(here, `${name}.mjs`))) continue
  console.log(`\n── ${name}`)
  const done = spawnSync(
    join(here, '../../node_modules/.bin/tsx'),
    [join(here, `${name}.mjs`), ...given],
    {
      stdio: 'inherit',
    },
  )
  if (done.status !== 0) process.exitCode = 1
}
