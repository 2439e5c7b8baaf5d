import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mediaUrl } from '#contract/media'
import { readEnv } from '../../../server/env'
import { diskStorage, removeParts } from '../../../server/media/disk'
import { openStorage } from '../../../server/media/open'
import { isKey, storageKeyOfPath, type Storage } from '../../../server/media/storage'
import { newId } from '../../../server/tokens'
import { testApp } from '../../support/server/server'
import { picture, upload } from '../../support/world/world'
import { open } from './pictures'

const dir = mkdtempSync(join(tmpdir(), 'connivence-storage-'))
const KEY = 'a1/b2/01890000-0000-7000-8000-0000000000a1-full'
const BAD = [
  '../x',
  '/etc/passwd',
  'a1/b2/../../x',
  'a1/b2/x\0',
  'a1/b2/.part',
  'a1/b2/x.jpg',
  'A1/b2/x',
  '',
  'a1/b2/',
  'a1/b2/%2e%2e',
]
const keysIn = async (storage: Storage): Promise<string[]> => {
  const keys: string[] = []
  for await (const { key } of storage.list()) keys.push(key)
  return keys
}
const text = async (stream: Readable): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

interface S3Server {
  run(): Promise<unknown>
  close(): Promise<void>
  httpServer: Server
}
type S3Class = new (options: object) => S3Server
let s3: S3Server
let port = 0
beforeAll(async () => {
  const S3rver = createRequire(import.meta.url)('s3rver') as S3Class
  s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(dir, 's3'),
    configureBuckets: [{ name: 'photos' }],
  })
  await s3.run()
  port = (s3.httpServer.address() as AddressInfo).port
})
afterAll(async () => {
  await s3.close()
  rmSync(dir, { recursive: true, force: true })
})
const s3Settings = (more: Record<string, string> = {}): Record<string, string> => ({
  S3_ENDPOINT: `http://127.0.0.1:${port}/`,
  S3_BUCKET: 'photos',
  S3_REGION: 'eu-west-1',
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
  ...more,
})

describe.each<[string, () => Storage]>([
  ['disk', () => openStorage(readEnv({ DATA_DIR: dir, NODE_ENV: 'test' }))],
  ['S3', () => openStorage(readEnv({ DATA_DIR: dir, NODE_ENV: 'test', ...s3Settings() }))],
])('%s', (_name, make) => {
  test('get returns the stored file and length until replaced or deleted; deleting twice succeeds', async () => {
    const storage = make()
    await storage.check()
    expect(await storage.get(KEY)).toBeNull()
    for (const value of ['premier', 'le second, plus long']) {
      await storage.put(KEY, Buffer.from(value), 'image/jpeg')
      const got = await storage.get(KEY)
      expect([got?.size, got && (await text(got.stream))]).toEqual([value.length, value])
    }
    await storage.delete(KEY)
    await storage.delete(KEY)
    expect(await storage.get(KEY)).toBeNull()
  })

  test('an unexpected key is refused before any access', async () => {
    const storage = make()
    for (const key of BAD) {
      await expect(storage.put(key, Buffer.from('x'), 'image/jpeg'), key).rejects.toThrow(
        'bad storage key',
      )
      await expect(storage.get(key), key).rejects.toThrow('bad storage key')
      await expect(storage.delete(key), key).rejects.toThrow('bad storage key')
    }
  })

  test('30 at once, of 200 kB', async () => {
    const storage = make()
    const keys = Array.from({ length: 30 }, (_, i) => `c3/d4/${i}-full`)
    const value = (i: number): string => String.fromCharCode(65 + i).repeat(200_000)
    await Promise.all(keys.map((key, i) => storage.put(key, Buffer.from(value(i)), 'image/jpeg')))
    const got = await Promise.all(
      keys.map(async (key) => {
        const file = await storage.get(key)
        return file ? text(file.stream) : ''
      }),
    )
    expect(got.every((g, i) => g === value(i))).toBe(true)
  })
})

describe('disk alone', () => {
  test('a path of Windows is listed by the key that it was stored under', () => {
    expect(isKey(storageKeyOfPath(KEY.replaceAll('/', '\\'), '\\'))).toBe(true)
  })

  test('what a killed writer left is not listed, and is removed once nobody can be writing it', async () => {
    const root = join(dir, 'killed')
    const storage = diskStorage(root)
    await storage.put(KEY, Buffer.from('x'), 'image/jpeg')
    const part = join(root, `${KEY}.${newId()}.part`)
    await writeFile(part, 'half')
    await writeFile(join(root, '.directory'), 'of a file manager')
    expect(await keysIn(storage)).toEqual([KEY])
    await removeParts(root, 0)
    expect(existsSync(part)).toBe(true)
    await removeParts(root, Infinity)
    expect(existsSync(part)).toBe(false)
    expect(existsSync(join(root, KEY))).toBe(true)
  })

  test('writes are atomic: readers during 40 replacements see one value or the other, nothing is left over', async () => {
    const storage = diskStorage(join(dir, 'atomic'))
    const values = ['a', 'b'].map((c) => c.repeat(300_000))
    await storage.put(KEY, Buffer.from(values[0] ?? ''), 'image/jpeg')
    const seen = new Set<string>()
    await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        await storage.put(KEY, Buffer.from(values[i % 2] ?? ''), 'image/jpeg')
        const got = await storage.get(KEY)
        if (got) seen.add(await text(got.stream))
      }),
    )
    expect([...seen].every((v) => values.includes(v))).toBe(true)
    expect(
      readdirSync(join(dir, 'atomic'), { recursive: true, withFileTypes: true })
        .filter((f) => f.isFile())
        .map((f) => f.name),
    ).toEqual([KEY.split('/')[2]])
  })

  test('a failed put leaves no partial file; a path that is no folder fails the check', async () => {
    const root = join(dir, 'failing')
    const storage = diskStorage(root)
    // a folder occupies the file's path
    await mkdir(join(root, KEY, 'inside'), { recursive: true })
    await expect(storage.put(KEY, Buffer.from('y'), 'image/jpeg')).rejects.toThrow()
    expect(
      readdirSync(root, { recursive: true }).filter((name) => String(name).includes('.part')),
    ).toEqual([])
    await writeFile(join(dir, 'file'), 'x')
    await expect(diskStorage(join(dir, 'file')).check()).rejects.toThrow()
  })
})

describe('S3 alone', () => {
  test('an object of somebody else in the bucket is not listed', async () => {
    const storage = openStorage(readEnv({ DATA_DIR: dir, NODE_ENV: 'test', ...s3Settings() }))
    await storage.put(KEY, Buffer.from('x'), 'image/jpeg')
    const before = await keysIn(storage)
    const client = new AwsClient({
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      service: 's3',
    })
    const foreign = `http://127.0.0.1:${port}/photos/logs/a.txt`
    expect((await client.fetch(foreign, { method: 'PUT', body: 'x' })).ok).toBe(true)
    expect(before).toContain(KEY)
    expect(await keysIn(storage)).toEqual(before)
  })

  test('a store that refuses or is unreachable fails the check and the call', async () => {
    const bad = (more: Record<string, string>) =>
      openStorage(readEnv({ DATA_DIR: dir, NODE_ENV: 'test', ...s3Settings(more) }))
    await expect(bad({ S3_BUCKET: 'absent' }).check()).rejects.toThrow('404')
    await expect(
      bad({ S3_BUCKET: 'absent' }).put(KEY, Buffer.from('x'), 'image/jpeg'),
    ).rejects.toThrow('404')
    await expect(bad({ S3_ENDPOINT: 'http://127.0.0.1:9' }).check()).rejects.toThrow()
  })

  test('the app with pictures in a bucket: upload, link, bytes, readiness', async () => {
    const t = await testApp(s3Settings())
    const who = await t.member()
    const { body } = await upload(who, await picture(1))
    const { body: link } = await who.call(mediaUrl, { params: { id: body.media_id } })
    const { status, bytes, headers } = await open(t, link.signed_url)
    expect([status, bytes.length, headers['content-type'], headers['content-length']]).toEqual([
      200,
      body.media.fileSize,
      'image/jpeg',
      String(body.media.fileSize),
    ])
    expect((await who.raw('GET', '/readyz')).status).toBe(200)
    await t.close()
  })
})
