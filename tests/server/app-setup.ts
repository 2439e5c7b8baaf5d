import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll } from 'vitest'
import { freePort } from '../support/server/process'
import { testApp, type TestApp } from '../support/server/server'

export const lines: string[] = []

export let t: TestApp

export let metrics: number

export const setUp = (): void => {
  beforeAll(async () => {
    const appDir = mkdtempSync(join(tmpdir(), 'connivence-app-'))
    mkdirSync(join(appDir, 'assets'))
    writeFileSync(
      join(appDir, 'index.html'),
      '<!doctype html><title>%APP_NAME%</title><meta name="configuration" content="%CONFIG%">',
    )
    writeFileSync(join(appDir, 'manifest.webmanifest'), '{"name":"%APP_NAME%"}')
    writeFileSync(join(appDir, 'assets/a-1.js'), 'export {}')
    metrics = await freePort()
    const stream = new Writable({
      write: (chunk: Buffer, _e, done) => {
        lines.push(chunk.toString())
        done()
      },
    })
    t = await testApp(
      { APP_NAME: 'Essai', METRICS_PORT: String(metrics), LOG_LEVEL: 'debug' },
      { appDir, logStream: stream },
    )
  })
  afterAll(() => t.close())
}
