import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('.'),
  publicDir: false,
  logLevel: 'warn',
  cacheDir: here('../../../../.cache/image-page/vite'),
  worker: { format: 'es' },
  build: {
    outDir: here('../../../../.cache/image-page/dist'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
  },
})
