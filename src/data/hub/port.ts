import type { Endpoint } from 'comlink'
import {
  createBusEndpoint,
  HUB_BUS,
  HUB_LOCK,
  lifeLock,
  type BusMessage,
} from '#contract/workers/hub'
import { locks, withLock } from '../device/locks'
/*
 * Trap: Vite only recognises `new SharedWorker(new URL('…', import.meta.url), {…})` with literals,
 * and Trusted Types needs a wrapped address, which is not a literal: the worker would be neither
 * bundled nor found. `?sharedworker&url` bundles it and returns its address, in development and in
 * the build; one file is both kinds of worker.
 */
import hubUrl from '../../../workers/hub/hub.worker?sharedworker&url'
import { trustedWorkerUrl } from './trusted-worker-url'
import { delay } from '../../lib/delay'

type Attach = (endpoint: Endpoint) => Promise<void>

const RESTART_MS = 1_000
const REOPEN_MS = 100

/**
 * Connects to the SharedWorker. Its process can die with one tab (crash, memory) without any event
 * on the other tabs' ports, but its lock becomes free: then it is opened again. `onFailed`: its
 * script cannot run.
 */
export const openSharedHub = async (attach: Attach, onFailed: () => void): Promise<void> => {
  const worker = new SharedWorker(trustedWorkerUrl(hubUrl), { type: 'module', name: 'hub' })
  worker.addEventListener('error', onFailed)
  await attach(worker.port)
  // without Web Locks its death goes unnoticed until the next load
  const released = locks()?.request(lifeLock(new URL(hubUrl, location.href).href), () => undefined)
  if (!released) return
  await released
  await delay(REOPEN_MS)
  return openSharedHub(attach, onFailed)
}

/**
 * Runs the dedicated worker in the tab that holds the lock, and restarts it when it fails. Never
 * resolves.
 */
const runOwnHub = (): Promise<never> => {
  const start = (): void => {
    const worker = new Worker(trustedWorkerUrl(hubUrl), { type: 'module', name: 'hub' })
    worker.addEventListener('error', () => {
      worker.terminate()
      setTimeout(start, RESTART_MS)
    })
  }
  start()
  return new Promise(() => undefined)
}

/** Attaches to each hub that says hello on the BroadcastChannel, one after the other. */
export const attachToBusHubs = (
  bus: Pick<BroadcastChannel, 'postMessage' | 'onmessage'>,
  tabId: string,
  attach: Attach,
): void => {
  let hubId = ''
  let deliver: (data: unknown) => void = () => undefined
  const post = (message: BusMessage): void => bus.postMessage(message)
  bus.onmessage = (event: MessageEvent<BusMessage>) => {
    const { kind, from, to, data } = event.data
    if (kind === 'rpc' && from === hubId && to === tabId) deliver(data)
    if (kind !== 'hello' || from === hubId || (to !== null && to !== tabId)) return
    hubId = from
    const line = createBusEndpoint((message) =>
      post({ kind: 'rpc', from: tabId, to: from, data: message }),
    )
    deliver = line.deliver
    void attach(line.endpoint)
  }
  post({ kind: 'who', from: tabId, to: null })
}

/**
 * Without SharedWorker: the tab that holds the lock `hub` runs the hub, all tabs reach it over a
 * BroadcastChannel, and the next tab in line takes over.
 */
export const openBus = (tabId: string, attach: Attach): void => {
  attachToBusHubs(new BroadcastChannel(HUB_BUS), tabId, attach)
  void withLock(HUB_LOCK, runOwnHub)
}
