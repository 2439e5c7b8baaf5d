import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openRedis } from '../../server/link/redis'
import { eventually } from '../support/eventually'

test('a Redis that refuses the channel is named in the log, with its reason', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      for (const [, name] of data.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g))
        if (/^subscribe$/i.test(name ?? '')) socket.write('-NOPERM no such channel\r\n')
        else if (/^info$/i.test(name ?? '')) socket.write('$9\r\nloading:0\r\n')
        else socket.write('+OK\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const said: [object, string][] = []
  const { port } = server.address() as AddressInfo
  const redis = await openRedis(`redis://127.0.0.1:${port}`, {
    warn: (details, message) => void said.push([details, message]),
    info: () => undefined,
  })
  onTestFinished(async () => {
    await redis.close()
    server.close()
  })
  redis.listen('channel', () => undefined)
  await eventually(() =>
    expect(said).toContainEqual([
      { err: expect.objectContaining({ message: expect.stringContaining('NOPERM') as string }) },
      'redis: cannot subscribe',
    ]),
  )
  expect(redis.up()).toBe(false)
})
