import { beforeAll } from 'vitest'
import { newId } from '../../../server/tokens'
import type { Client, Member, TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

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
  t = sharedApp({ MEDIA_PER_ACCOUNT: '40' })
  beforeAll(async () => {
    member = await t.member('photographe')
  })
}
