// Firefox by Marionette, its own protocol over TCP («12:[0,1,"name",{}]»): an installed Firefox is enough.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pageOf, pause } from './page.mjs'

const PATHS = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]
const STARTS = 120
const COLON = 58

/** Path of an installed Firefox, or null. FIREFOX_PATH wins. */
export const findFirefox = () =>
  process.env.FIREFOX_PATH ?? PATHS.find((path) => existsSync(path)) ?? null

const connected = async (port) => {
  for (let i = 0; i < STARTS; i += 1) {
    const socket = await new Promise((resolve) => {
      const one = connect(port, '127.0.0.1', () => resolve(one))
      one.once('error', () => resolve(null))
    })
    if (socket) return socket
    await pause(500)
  }
  throw new Error('Firefox did not start')
}

/** Calls of one connection, answered by their number. */
const callsOn = (socket) => {
  const waiting = new Map()
  let rest = Buffer.alloc(0)
  let last = 0
  socket.on('data', (data) => {
    rest = Buffer.concat([rest, data])
    for (let colon = rest.indexOf(COLON); colon > 0; colon = rest.indexOf(COLON)) {
      const end = colon + 1 + Number(rest.subarray(0, colon))
      if (rest.length < end) return
      const message = JSON.parse(rest.subarray(colon + 1, end).toString())
      rest = rest.subarray(end)
      // the greeting is no answer
      if (!Array.isArray(message)) continue
      const [, id, error, result] = message
      const { resolve, reject } = waiting.get(id)
      waiting.delete(id)
      if (error) reject(new Error(`${error.error}: ${error.message}`))
      else resolve(result)
    }
  })
  return (name, params = {}) =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      const text = JSON.stringify([0, last, name, params])
      socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
}

export const openFirefox = async (path, port) => {
  const profile = mkdtempSync(join(tmpdir(), 'connivence-firefox-'))
  writeFileSync(
    join(profile, 'user.js'),
    `user_pref("marionette.port", ${port});\nuser_pref("permissions.default.desktop-notification", 2);\n`,
  )
  const child = spawn(path, ['--headless', '--marionette', '--no-remote', '--profile', profile], {
    stdio: 'ignore',
  })
  const socket = await connected(port)
  const call = callsOn(socket)
  const { capabilities } = await call('WebDriver:NewSession', {
    capabilities: { alwaysMatch: { timeouts: { script: 120_000, pageLoad: 120_000 } } },
  })
  const find = async (css) =>
    Object.values(
      (await call('WebDriver:FindElement', { using: 'css selector', value: css })).value,
    )[0]
  return {
    ...pageOf(
      async (script, args) => (await call('WebDriver:ExecuteAsyncScript', { script, args })).value,
    ),
    name: `Firefox ${capabilities.browserVersion}`,
    go: (url) => call('WebDriver:Navigate', { url }),
    click: async (css) => call('WebDriver:ElementClick', { id: await find(css) }),
    type: async (css, text) => call('WebDriver:ElementSendKeys', { id: await find(css), text }),
    close: () => {
      socket.destroy()
      child.kill('SIGKILL')
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
