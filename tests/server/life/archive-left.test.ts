import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { streamArchive } from '../../../server/life/archive'
import { sharedApp } from '../../support/server/shared-app'
import { picture, upload } from '../../support/world/world'
import { until } from '../hub/engine'

const t = sharedApp()

test('a member who leaves during the archive frees the file that is read, and no other is opened', async () => {
  const m = await t.member()
  for (const seed of [1, 2]) await upload(m, await picture(seed))
  const opened: Readable[] = []
  const get = async () => {
    const stream = new Readable({
      read() {
        // as a disk does, never at once
        setImmediate(() => this.push(Buffer.alloc(1024)))
      },
    })
    opened.push(stream)
    return { stream, size: Infinity }
  }
  const ctx = { ...t.ctx, storage: { ...t.ctx.storage, get } }
  const viewer = { ...m, sessionId: '', identityId: null }
  const out = await streamArchive(ctx, viewer)
  await until(() => opened.length === 1)
  out.destroy()
  await until(() => opened[0]?.destroyed === true)
  await t.ctx.bus.idle()
  expect(opened).toHaveLength(1)
})
