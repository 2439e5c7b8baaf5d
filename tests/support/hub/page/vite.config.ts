import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Builds the hub page as the app is built: same worker format, same target. */
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const config = defineConfig({
  root: here('.'),
  worker: { format: 'es' },
  optimizeDeps: { include: ['pusher-js/worker', 'valtio', 'swr', 'zod/mini'] },
  build: {
    target: 'es2022',
    outDir: here('../../../../.cache/hub-page'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  cacheDir: here('../../../../.cache/vite-hub-page'),
})
export { config as default }
