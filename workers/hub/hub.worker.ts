import Pusher from 'pusher-js/worker'
import { lifeLock } from '#contract/workers/hub'
import { createHub } from './hub'
import { messagePort, openBus, serveBus, serveTab } from './serve'

/** One file for both: a SharedWorker gives each tab its port, a dedicated worker (no SharedWorker here) serves over a BroadcastChannel. */
const scope = self as unknown as SharedWorkerGlobalScope
const hub = createHub({
  fetch: fetch.bind(self),
  locks: navigator.locks,
  location: scope.location,
  Pusher,
})

if ('onconnect' in scope) {
  // its process may die with the tab that it was started from: the others see this lock become free and start it again
  void navigator.locks.request(lifeLock(scope.location.href), () => new Promise(() => undefined))
  scope.onconnect = (event) => {
    const port = event.ports[0]
    if (port) serveTab(hub, messagePort(port))
  }
} else serveBus(hub, openBus(), crypto.randomUUID())
