import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching'
import type { PrecacheEntry } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope

/** A browser opens this many connections to one host over HTTP/1; over HTTP/2 one carries all. */
const AT_ONCE = 6

/**
 * Keeps these files and serves them. A controller of Workbox downloads one file after the other,
 * which is a minute for 400 files at 150 ms (docs/performance.md); the files are therefore split
 * over several. Returns the controller that knows them all.
 */
export const precacheShell = (files: readonly (PrecacheEntry | string)[]): PrecacheController => {
  const shell = new PrecacheController()
  shell.addToCacheList([...files])
  self.addEventListener('install', (event) => {
    for (let lane = 0; lane < AT_ONCE; lane += 1) {
      const part = new PrecacheController()
      part.addToCacheList(files.filter((_, i) => i % AT_ONCE === lane))
      void part.install(event)
    }
  })
  self.addEventListener('activate', (event) => void shell.activate(event))
  registerRoute(new PrecacheRoute(shell))
  cleanupOutdatedCaches()
  return shell
}
