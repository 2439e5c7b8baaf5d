import { afterEach, beforeEach, expect, test } from 'vitest'
import { conversation, id, pause, startEngine, until, type Engine } from './engine'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

test('one client address holds a bounded number of sockets; loopback is not counted', async () => {
  await engine.close()
  engine = await startEngine({ maxSocketsPerAddress: 2, proxies: 1 })
  const from = (address: string) => engine.raw({ headers: { 'x-forwarded-for': address } })
  const first = await from('203.0.113.7')
  await from('198.51.100.1, 203.0.113.7')
  const third = await from('203.0.113.7')
  await until(() => third.closed === 4100)
  const other = await from('203.0.113.8')
  expect(other.socketId).not.toBe('')
  first.ws.close()
  await until(() => first.closed)
  await until(() => engine.hub.stats().sockets === 2)
  expect((await from('203.0.113.7')).socketId).not.toBe('')
  for (let i = 0; i < 3; i++) expect((await from('127.0.0.1')).closed).toBeNull()
})

test('one client address waits for a bounded number of sockets: the queue stays short for the others', async () => {
  await engine.close()
  engine = await startEngine({ maxSocketsPerAddress: 2, proxies: 1, opensPerS: 1 })
  const from = (address: string) => engine.raw({ headers: { 'x-forwarded-for': address } })
  const burst = Array.from({ length: 40 }, () => from('203.0.113.7').then(() => '', String))
  expect((await from('203.0.113.8')).socketId).not.toBe('')
  const refused = (await Promise.all(burst)).filter((why) => why.includes('503'))
  expect(refused.length).toBeGreaterThan(20)
})

test('a socket that subscribes to nothing is closed; a subscribed one stays', async () => {
  await engine.close()
  // the listener subscribes within this time on a busy machine too
  engine = await startEngine({ idleTimeoutS: 1 })
  const listener = engine.client({ accountId: id(1) })
  await engine.subscribe(listener, conversation(1))
  const idle = await engine.raw()
  await until(() => idle.closed === 4009)
  await pause(1_200)
  expect(engine.hub.stats()).toMatchObject({ sockets: 1, subscriptions: 1 })
})

test('who only listens is pinged and stays; who does not answer is closed', async () => {
  await engine.close()
  engine = await startEngine({ activityTimeoutS: 0.5, pongTimeoutS: 1 })
  const listener = engine.client({ accountId: id(1) })
  await engine.subscribe(listener, conversation(1))
  const dead = await engine.raw()
  await dead.frame('pusher:ping')
  await until(() => dead.closed === 4201)
  await pause(1_700)
  expect(engine.hub.stats()).toMatchObject({ sockets: 1, silentClosed: 1, subscriptions: 1 })
})
