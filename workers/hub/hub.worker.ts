import Pusher from 'pusher-js/worker'
import { createHub } from './hub'
import { messagePort, openBus, serveBus, serveTab } from './serve'

/** One file for both: a SharedWorker gives each tab its port, a dedicated worker (no SharedWorker here) serves over a BroadcastChannel. */
const scope = self as unknown as SharedWorkerGlobalScope
const hub = createHub({ fetch: fetch.bind(self), locks: navigator.locks, location: scope.location, Pusher })

if ('onconnect' in scope) {
  scope.onconnect = (event) => {
    const port = event.ports[0]
    if (port) serveTab(hub, messagePort(port))
  }
} else serveBus(hub, openBus(), crypto.randomUUID())
