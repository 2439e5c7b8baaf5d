// Installs the packages of package-lock.json when they are missing or older than it.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

export const requireNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Node ${process.versions.node} is too old: Connivence needs Node 20.19 or newer.`)
    process.exit(1)
  }
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
