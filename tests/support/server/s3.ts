import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface S3rver {
  run(): Promise<unknown>
  close(): Promise<void>
  httpServer: Server
}

export interface S3Server {
  readonly settings: Readonly<Record<string, string>>
  stop(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/** An S3-compatible store (s3rver) on loopback, in a separate folder that survives a stop. */
export const startS3 = async (options: { dir?: string; port?: number } = {}): Promise<S3Server> => {
  const directory = options.dir ?? mkdtempSync(join(tmpdir(), 'connivence-s3-'))
  const Make = createRequire(import.meta.url)('s3rver') as new (options: object) => S3rver
  let port = options.port ?? 0
  let server: S3rver
  const start = async (): Promise<void> => {
    server = new Make({
      port,
      address: '127.0.0.1',
      silent: true,
      directory,
      configureBuckets: [{ name: 'photos' }],
    })
    await server.run()
    port = (server.httpServer.address() as AddressInfo).port
  }
  await start()
  const stop = async (): Promise<void> => {
    server.httpServer.closeAllConnections()
    await server.close()
  }
  return {
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'photos',
      S3_REGION: 'eu-west-1',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    start,
    stop,
    close: async () => {
      await stop()
      if (!options.dir) rmSync(directory, { recursive: true, force: true })
    },
  }
}
