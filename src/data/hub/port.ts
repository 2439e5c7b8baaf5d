import { HUB_BUS, HUB_LOCK, lifeLock, type BusMessage, type FromHub } from '#contract/workers/hub'
/*
 * Trap: Vite only recognises `new SharedWorker(new URL('…', import.meta.url), {…})` with literals, and Trusted Types wants
 * the address wrapped, which is no literal any more: the worker would be neither bundled nor found. `?sharedworker&url`
 * bundles it and answers its address, in development and in the build; one file serves both kinds of worker.
 */
import hubUrl from '../../../workers/hub/hub.worker?sharedworker&url'
import type { PagePort } from './rpc'
import { trustedWorkerUrl } from './trusted-worker-url'

type Attach = (port: PagePort) => Promise<void>

const RESTART_MS = 1_000
const REOPEN_MS = 100

/** Any MessagePort as this tab's line to the hub. */
export const pagePort = (port: MessagePort): PagePort => ({
  post: (message) => port.postMessage(message),
  listen: (fn) => {
    port.onmessage = (event: MessageEvent<FromHub>) => fn(event.data)
  },
})

/**
 * The SharedWorker: found running, or started. Its process can die with one tab (crash, memory); nothing tells the ports of
 * the others, but its lock becomes free, and it is opened again. `onFailed` when its script cannot be run.
 */
export const openShared = async (attach: Attach, onFailed: () => void): Promise<void> => {
  const worker = new SharedWorker(trustedWorkerUrl(hubUrl), { type: 'module', name: 'hub' })
  worker.addEventListener('error', onFailed)
  await attach(pagePort(worker.port))
  await navigator.locks.request(lifeLock(new URL(hubUrl, location.href).href), () => undefined)
  await new Promise((resolve) => setTimeout(resolve, REOPEN_MS))
  return openShared(attach, onFailed)
}

/** The worker of the tab that wins the lock; started again when it fails. Lives as long as the tab. */
const ownHub = (): Promise<never> => {
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

/** Follows the hubs that say hello on the BroadcastChannel, one after the other. */
export const followBus = (bus: Pick<BroadcastChannel, 'postMessage' | 'onmessage'>, tabId: string, attach: Attach): void => {
  let hubId = ''
  let listener: (message: FromHub) => void = () => undefined
  const post = (message: BusMessage): void => bus.postMessage(message)
  bus.onmessage = (event: MessageEvent<BusMessage>) => {
    const { kind, from, to, data } = event.data
    if (kind === 'rpc' && from === hubId && to === tabId) listener(data as FromHub)
    if (kind !== 'hello' || from === hubId || (to !== null && to !== tabId)) return
    hubId = from
    void attach({
      post: (message) => post({ kind: 'rpc', from: tabId, to: from, data: message }),
      listen: (fn) => { listener = fn },
    })
  }
  post({ kind: 'who', from: tabId, to: null })
}

/** Where there is no SharedWorker: the tab that holds the lock `hub` runs the hub, all reach it over a BroadcastChannel, the next in line takes over. */
export const openBus = (tabId: string, attach: Attach): void => {
  followBus(new BroadcastChannel(HUB_BUS), tabId, attach)
  void navigator.locks.request(HUB_LOCK, ownHub)
}
