import { afterAll, beforeAll } from 'vitest'
import { newId } from '../../../server/tokens'
import { testApp, type Client, type Member, type TestApp } from '../../support/server/server'

export let t: TestApp

export let member: Member

/** A form of several fields, in order. */
export const form = (
  who: Client,
  parts: readonly { name: string; value: Buffer | string; filename?: string }[],
) => {
  const boundary = `----b${newId()}`
  const body = parts.flatMap(({ name, value, filename }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: image/jpeg`}\r\n\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ])
  return who.raw('POST', '/api/media/upload', {
    payload: Buffer.concat([...body, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
}

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  beforeAll(async () => {
    t = await testApp({ MEDIA_PER_ACCOUNT: '40' })
    member = await t.member('photographe')
  })
  afterAll(() => t.close())
}
