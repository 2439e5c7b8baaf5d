// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://127.0.0.1:8641/" }
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { session } from '../../../src/data/session/state'
import { uploadMedia } from '../../../src/data/media/upload'

let server: Server
let answer: (request: IncomingMessage, response: ServerResponse, body: Buffer) => void
let last: { headers: IncomingMessage['headers']; body: Buffer; method: string; url: string }
beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      last = {
        headers: request.headers,
        body: Buffer.concat(parts),
        method: request.method ?? '',
        url: request.url ?? '',
      }
      answer(request, response, last.body)
    })
  })
  await new Promise<void>((resolve) => void server.listen(8641, '127.0.0.1', resolve))
})
afterAll(() => void server.close())
const json = (status: number, body: unknown) => (_: unknown, response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const file = (size = 3) => new File([new Uint8Array(size)], 'été.jpg', { type: 'image/jpeg' })

test('CORE-156 CORE-178: multipart with the field «files», progress up to 1, and it can be aborted', async () => {
  answer = json(201, { media_id: 'm1', media_ids: ['m1'], media: { id: 'm1' } })
  const ratios: number[] = []
  expect(await uploadMedia(file(400_000), { onProgress: (r) => ratios.push(r) })).toEqual({
    mediaId: 'm1',
    media: { id: 'm1' },
  })
  expect([last.method, last.url]).toEqual(['POST', '/api/media/upload'])
  expect(last.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(last.body.toString('latin1')).toMatch(/name="files"; filename="/)
  expect(last.body.length).toBeGreaterThan(400_000)
  expect(ratios.at(-1)).toBe(1)
  expect(ratios.every((r) => r >= 0 && r <= 1)).toBe(true)

  answer = () => undefined
  const stop = new AbortController()
  const pending = uploadMedia(file(), { signal: stop.signal })
  setTimeout(() => stop.abort(), 30)
  await expect(pending).rejects.toMatchObject({ name: 'AbortError', message: 'Upload aborted' })
  await expect(uploadMedia(file(), { signal: stop.signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
})

test('the photo is uploaded as its author, whoever acts by then', async () => {
  answer = json(201, { media_id: 'm1', media: {} })
  Object.assign(session, { mode: 'single', activeIdentityId: 'tom' })
  const sentAs = async (author?: string | null) => {
    await uploadMedia(file(), { author })
    return last.headers['x-active-identity']
  }
  expect([await sentAs('lea'), await sentAs(null), await sentAs()]).toEqual([
    'lea',
    undefined,
    'tom',
  ])
  Object.assign(session, { mode: 'both', activeIdentityId: null })
})

test('MSG-147 MSG-162: an answer without media id is «Media ID manquant dans la réponse»; media_ids[0] will do', async () => {
  answer = json(201, { media: {} })
  await expect(uploadMedia(file())).rejects.toThrow('Media ID manquant dans la réponse')
  answer = json(201, { media_ids: ['m2'] })
  expect((await uploadMedia(file())).mediaId).toBe('m2')
})

test('MSG-192 CORE-177: failures are the server’s sentence, else the fallback; a cut line is «Network error»', async () => {
  answer = json(413, { error: 'Cette photo dépasse 30 Mo.', code: 'media_too_large' })
  await expect(uploadMedia(file())).rejects.toMatchObject({
    status: 413,
    message: 'Cette photo dépasse 30 Mo.',
    code: 'media_too_large',
  })
  answer = (_request, response) => void response.writeHead(500).end('oops')
  await expect(uploadMedia(file())).rejects.toMatchObject({
    status: 500,
    message: 'L’envoi a échoué',
  })
  answer = (request) => void request.socket.destroy()
  await expect(uploadMedia(file())).rejects.toMatchObject({ status: 0, message: 'Network error' })
})
