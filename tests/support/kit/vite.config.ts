import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Answers of the real server: the kit must live under them. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; require-trusted-types-for 'script'",
}

/** Where it is built: the tests remove it. */
export const OUT = join(tmpdir(), `connivence-kit-${process.pid}`)

/**
 * The kit page alone, built as in production: `npx vite --config tests/support/kit/vite.config.ts`
 * shows it.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: join(tmpdir(), 'connivence-kit-cache'),
  plugins: [react()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
  },
  server: { port: 8630, fs: { allow: [fileURLToPath(new URL('../../..', import.meta.url))] } },
  preview: { port: 8631, strictPort: true, headers: HEADERS },
})
