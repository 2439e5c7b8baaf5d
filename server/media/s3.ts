import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { Env } from '../env'
import { requireStorageKey, isKey, type Storage } from './storage'

/** Timeout of a transfer, ms: photos may be slow; health checks have a shorter one. */
const TIMEOUT_MS = 100_000
const CHECK_MS = 5_000

/** Keys and modification times of a ListObjectsV2 response. */
const parseListing = (xml: string): { key: string; modifiedAt: number }[] =>
  [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].flatMap(([, item = '']) => {
    const key = /<Key>([^<]+)<\/Key>/.exec(item)?.[1]
    const modified = /<LastModified>([^<]+)<\/LastModified>/.exec(item)?.[1] ?? ''
    return key ? [{ key, modifiedAt: Date.parse(modified) || 0 }] : []
  })

/**
 * Any S3-compatible store, path-style addresses, signature version 4. Rejects with the status when
 * the store refuses.
 */
export const s3Storage = (
  env: Pick<
    Env,
    'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
  >,
): Storage => {
  const client = new AwsClient({
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    region: env.S3_REGION,
    service: 's3',
    retries: 2,
  })
  const base = `${env.S3_ENDPOINT.replace(/\/+$/, '')}/${encodeURIComponent(env.S3_BUCKET)}`
  const send = async (method: string, key: string, init: RequestInit = {}): Promise<Response> =>
    client.fetch(`${base}/${requireStorageKey(key)}`, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...init,
    })
  const refuse = async (response: Response, what: string): Promise<never> => {
    await response.arrayBuffer()
    throw new Error(`storage: ${what} returned ${response.status}`)
  }
  return {
    put: async (key, bytes, contentType) => {
      const response = await send('PUT', key, {
        body: Buffer.from(bytes),
        headers: { 'content-type': contentType },
      })
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
      const size = Number(response.headers.get('content-length') ?? 0)
      // forwarded with its length, which must be the body's: some proxies compress or omit it
      if (size > 0 && !response.headers.has('content-encoding'))
        return { stream: Readable.fromWeb(response.body), size }
      const bytes = Buffer.from(await response.arrayBuffer())
      return { stream: Readable.from([bytes]), size: bytes.length }
    },
    delete: async (key) => {
      const response = await send('DELETE', key)
      if (!response.ok && response.status !== 404) await refuse(response, 'delete')
      await response.arrayBuffer()
    },
    list: async function* () {
      let after = ''
      for (;;) {
        const response = await client.fetch(
          `${base}?list-type=2&max-keys=1000${after && `&start-after=${encodeURIComponent(after)}`}`,
          { signal: AbortSignal.timeout(TIMEOUT_MS) },
        )
        if (!response.ok) await refuse(response, 'list')
        const text = await response.text()
        const page = parseListing(text)
        yield* page.filter(({ key }) => isKey(key))
        if (page.length === 0 || !/<IsTruncated>true<\/IsTruncated>/.test(text)) return
        after = page.at(-1)?.key ?? ''
      }
    },
    check: async () => {
      const response = await client.fetch(base, {
        method: 'HEAD',
        signal: AbortSignal.timeout(CHECK_MS),
      })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`storage: check returned ${response.status}`)
    },
  }
}
