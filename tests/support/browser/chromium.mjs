// Finds a Chromium: an installed browser, else Playwright's download, else Debian's package when run
// as root.
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
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  const last = await findChromium()
  if (!last) throw new Error('No Chromium: install one, or set CHROMIUM_PATH to its path.')
  return last
}
