// `npm run dev`: the server restarted at each edit (tsx) on PORT, the page with hot reload (Vite) in front of it.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install, readEnvFile, requireNode } from './install.mjs'

requireNode()
const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
readEnvFile()
install()
const { buildWasm } = await import('../wasm/build.mjs')
await buildWasm()
const bin = (name) => join(root, 'node_modules/.bin', name)
const env = {
  ...process.env,
  PORT: process.env.PORT ?? '8080',
  PUBLIC_URL: process.env.PUBLIC_URL ?? 'http://localhost:5173',
  ALLOWED_ORIGINS: 'http://localhost:5173,http://127.0.0.1:5173',
}
const children = [
  spawn(bin('tsx'), ['watch', '--clear-screen=false', 'server/main.ts'], { stdio: 'inherit', env }),
  spawn(bin('vite'), ['--clearScreen', 'false'], { stdio: 'inherit', env }),
]
const stop = () => children.forEach((c) => c.kill('SIGTERM'))
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
