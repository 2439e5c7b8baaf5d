import Pusher from 'pusher-js/worker'
import { lifeLock } from '#contract/workers/hub'
import { createTabHub } from './hub'
import { openBus, serveBus, servePort } from './serve'

/**
 * One file is both: a SharedWorker with a port per tab, or a dedicated worker that serves a
 * BroadcastChannel.
 */
const scope = self as unknown as SharedWorkerGlobalScope
// a page that is not https lacks it, whatever the types say
const { locks } = navigator as { locks?: LockManager }
const hub = createTabHub({
  fetch: fetch.bind(self),
  locks,
  location: scope.location,
  Pusher,
})

if ('onconnect' in scope) {
  // its process may die with the tab that started it: the other tabs see this lock become free and
  // restart the worker
  void locks?.request(lifeLock(scope.location.href), () => new Promise(() => undefined))
  scope.onconnect = (event) => {
    const port = event.ports[0]
    if (port) servePort(hub, port)
  }
} else serveBus(hub, openBus(), crypto.randomUUID())
