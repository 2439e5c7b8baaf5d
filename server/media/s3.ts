import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { Env } from '../env'
import type { Storage } from './storage'

/** Any S3-compatible store, path-style addresses, signature version 4. Rejects with the status when the store refuses. */
export const s3Storage = (env: Pick<Env, 'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'>): Storage => {
  const client = new AwsClient({ accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY, region: env.S3_REGION, service: 's3', retries: 2 })
  const base = `${env.S3_ENDPOINT.replace(/\/+$/, '')}/${encodeURIComponent(env.S3_BUCKET)}`
  const send = async (method: string, key: string, init: RequestInit = {}): Promise<Response> => client.fetch(`${base}/${key}`, { method, ...init })
  const refuse = async (response: Response, what: string): Promise<never> => {
    await response.arrayBuffer()
    throw new Error(`storage: ${what} answered ${response.status}`)
  }
  return {
    put: async (key, bytes, contentType) => {
      const response = await send('PUT', key, { body: Buffer.from(bytes), headers: { 'content-type': contentType } })
      if (!response.ok) await refuse(response, 'put')
      await response.arrayBuffer()
    },
    get: async (key) => {
      const response = await send('GET', key)
      if (response.status === 404) {
        await response.arrayBuffer()
        return null
      }
      if (!response.ok || !response.body) return refuse(response, 'get')
      return { stream: Readable.fromWeb(response.body as ReadableStream), size: Number(response.headers.get('content-length') ?? 0) }
    },
    delete: async (key) => {
      const response = await send('DELETE', key)
      if (!response.ok && response.status !== 404) await refuse(response, 'delete')
      await response.arrayBuffer()
    },
    check: async () => {
      const response = await client.fetch(`${base}?list-type=2&max-keys=1`)
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`storage: check answered ${response.status}`)
    },
  }
}
