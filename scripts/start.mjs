// `npm start`: installs, builds what is out of date, then runs the server in this process. With an
// argument (export, import, backup, restore, mail, staff, trace, keys) it runs that tool instead; in a container:
// node dist/server/main.js export FOLDER
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install, readEnvFile, requireNode } from './install.mjs'

requireNode()
const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
readEnvFile()
install()
const { isBuilt } = await import('./build.mjs')
if (!isBuilt()) {
  // in a process of its own: 800 MB of the builder would stay with the server for as long as it runs
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
await import(join(root, 'dist/server/main.js'))
