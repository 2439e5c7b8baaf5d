// What `npm start` and `npm run dev` do first: check Node, read `.env`, install missing packages.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

export const requireNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Node ${process.versions.node} is too old: Connivence needs Node 20.19 or newer.`)
    process.exit(1)
  }
}

/** The settings of `.env`; those of the environment win. */
export const readEnvFile = () => {
  const file = join(root, '.env')
  if (!existsSync(file)) return
  for (const [name, value] of Object.entries(parseEnv(readFileSync(file, 'utf8'))))
    process.env[name] ??= value
}

export const install = () => {
  const marker = join(root, 'node_modules/.package-lock.json')
  if (
    existsSync(marker) &&
    statSync(marker).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs - 1000
  )
    return false
  console.log('Installing packages…')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // development packages too: the build needs them
  const done = spawnSync(
    npm,
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
      env: { ...process.env, NODE_ENV: 'development' },
    },
  )
  if (done.status !== 0) process.exit(done.status ?? 1)
  return true
}
