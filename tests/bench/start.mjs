// Second start to ready (goal 2 s) and memory of the idle server (goal 200 MB), with the demonstration data.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/server/process'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'connivence-bench-'))
const once = async () => {
  const PORT = await freePort()
  const from = performance.now()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { ...process.env, DATA_DIR, PORT: String(PORT), LOG_LEVEL: 'error' },
    stdio: 'ignore',
  })
  while (
    !(await fetch(`http://127.0.0.1:${PORT}/readyz`).then(
      (r) => r.ok,
      () => false,
    ))
  )
    await new Promise((r) => setTimeout(r, 10))
  const ms = performance.now() - from
  await new Promise((r) => setTimeout(r, 3000))
  const rss =
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) /
    1024
  child.kill('SIGTERM')
  await new Promise((r) => child.once('exit', r))
  return { ms, rss }
}
const first = await once()
const rest = [await once(), await once(), await once()].sort((a, b) => a.ms - b.ms)
console.log(`first start (demonstration data made): ${(first.ms / 1000).toFixed(2)} s`)
console.log(
  `second start to ready: ${(rest[1].ms / 1000).toFixed(2)} s, ${(rest[1].ms / 2000).toFixed(2)} of the goal of 2 s`,
)
console.log(
  `memory of the idle server: ${rest[1].rss.toFixed(0)} MB, ${(rest[1].rss / 200).toFixed(2)} of the goal of 200 MB`,
)
rmSync(DATA_DIR, { recursive: true, force: true })
