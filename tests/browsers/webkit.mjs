// WebKit by WebDriver: the driver and the small browser of WebKitGTK (Debian: webkit2gtk-driver,
// xvfb) are the nearest to Safari that runs here.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { pageOf, pause } from './page.mjs'

const DRIVER = '/usr/bin/WebKitWebDriver'
const SCREEN = '/usr/bin/Xvfb'
const BROWSERS = ['x86_64', 'aarch64'].map(
  (cpu) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
)
const STARTS_MS = 2_000

/** Path of an installed WebKit browser with its driver and a screen for it, or null. */
export const findWebkit = () =>
  [DRIVER, SCREEN].every((path) => existsSync(path))
    ? (BROWSERS.find((path) => existsSync(path)) ?? null)
    : null

export const openWebkit = async (path, port) => {
  const display = `:${port % 1000}`
  const screen = spawn(SCREEN, [display, '-screen', '0', '1440x1000x24'], { stdio: 'ignore' })
  await pause(STARTS_MS)
  // without a graphics card, and without a sandbox: that one needs rights that a container has not
  const driver = spawn(DRIVER, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  })
  await pause(STARTS_MS)
  const call = async (method, path, body) => {
    const { value } = await (
      await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    ).json()
    if (value?.error) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
  const { sessionId, capabilities } = await call('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: path, args: ['--automation', '--geometry=1440x900'] },
        timeouts: { script: 120_000, pageLoad: 120_000 },
      },
    },
  })
  const session = `/session/${sessionId}`
  const find = async (css) =>
    Object.values(
      await call('POST', `${session}/element`, { using: 'css selector', value: css }),
    )[0]
  return {
    ...pageOf((script, args) => call('POST', `${session}/execute/async`, { script, args })),
    name: `WebKitGTK ${capabilities.browserVersion}`,
    go: (url) => call('POST', `${session}/url`, { url }),
    click: async (css) => call('POST', `${session}/element/${await find(css)}/click`, {}),
    type: async (css, text) =>
      call('POST', `${session}/element/${await find(css)}/value`, { text }),
    close: async () => {
      await call('DELETE', session).catch(() => undefined)
      driver.kill('SIGKILL')
      screen.kill('SIGKILL')
    },
  }
}
