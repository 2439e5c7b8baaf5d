// Finds a Chromium: an installed browser, else Playwright's download, else Debian's package when run
// as root. Most browser tests run in its headless shell where there is one: the same engine without
// the browser around it (no push, no notifications), a quarter less processor time per test.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

const SHELL = '/usr/bin/chromium-headless-shell'

const isDebianRoot = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
const aptInstall = (...packages) => {
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  spawnSync('apt-get', ['install', '-y', '-qq', ...packages], {
    stdio: ['inherit', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

const playwrightOwn = async () => {
  try {
    const { chromium } = await import('playwright')
    const path = chromium.executablePath()
    return path && existsSync(path) ? path : null
  } catch {
    return null
  }
}

/** Path of an installed Chromium, or null. CHROMIUM_PATH wins. */
export const findChromium = async () => {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  return CANDIDATES.find((p) => existsSync(p)) ?? (await playwrightOwn())
}

/** Path of a Chromium, installed first when there is none. Throws when that fails. */
export const ensureChromium = async () => {
  const found = await findChromium()
  if (found) return found
  console.log('No Chromium found: installing it…')
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit', timeout: 180_000 })
  const own = await playwrightOwn()
  if (own) return own
  if (isDebianRoot()) aptInstall('chromium')
  const last = await findChromium()
  if (!last) throw new Error('No Chromium: install one, or set CHROMIUM_PATH to its path.')
  return last
}

/**
 * Settings of a run of browser tests: CHROMIUM_PATH, and HEADLESS_SHELL_PATH when the headless shell
 * is installed or Debian has it. A CHROMIUM_PATH that is set is used for all tests.
 */
export const browserSettings = async () => {
  const given = process.env.CHROMIUM_PATH !== undefined
  const CHROMIUM_PATH = await ensureChromium()
  if (given) return { CHROMIUM_PATH }
  if (!existsSync(SHELL) && isDebianRoot()) aptInstall('chromium-headless-shell')
  return existsSync(SHELL) ? { CHROMIUM_PATH, HEADLESS_SHELL_PATH: SHELL } : { CHROMIUM_PATH }
}
