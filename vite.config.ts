import { execSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { chunkNames } from './scripts/vite/chunk-names.ts'
import { createChunks } from './scripts/vite/chunks.ts'
import { docsStyle } from './scripts/vite/docs-style.ts'
import { earlyScript } from './scripts/vite/early-script.ts'
import { pageWithoutSchemas, routesAsCalled } from './scripts/vite/no-schemas.ts'
import { serviceWorkerBuild } from './scripts/vite/service-worker.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const repository = here('.').replace(/\/$/, '')
const pkg = JSON.parse(readFileSync(here('./package.json'), 'utf8')) as { version: string }
/** Date of the last commit when there is one, so that building the same sources twice gives the same record. */
const buildDate = (): string => {
  try {
    return new Date(
      execSync('git log -1 --format=%cI', { cwd: here('.'), stdio: ['ignore', 'pipe', 'ignore'] })
        .toString()
        .trim(),
    ).toISOString()
  } catch {
    return new Date().toISOString()
  }
}
export const record = { version: pkg.version, buildDate: process.env['BUILD_DATE'] ?? buildDate() }
const defines = {
  __APP_VERSION__: JSON.stringify(record.version),
  __BUILD_DATE__: JSON.stringify(record.buildDate),
}

/** They only end what hangs. Vitest polls for one second, which a busy machine takes for a single request. */
const LIMITS = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
}

/** They replace `location`, which cannot be done where the global object is a window. */
const REPLACE_LOCATION = [
  'tests/src/app/startup.test.ts',
  'tests/src/page-data/config.test.ts',
  'tests/src/page-data/push/push-client.test.ts',
]

export default defineConfig(({ mode }) => ({
  root: here('src'),
  publicDir: here('public'),
  cacheDir: here('.cache/vite'),
  define: defines,
  plugins: [
    react(),
    earlyScript(repository),
    docsStyle(here('./src/styles/docs.css')),
    ...(mode === 'test' ? [] : [routesAsCalled(), pageWithoutSchemas(), chunkNames()]),
    {
      // the page polls it: never cached, compared by build date (MSG-136)
      name: 'version-record',
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: 'version.json', source: JSON.stringify(record) })
      },
      configureServer: (server) => {
        server.middlewares.use('/version.json', (_request, response) =>
          response.setHeader('content-type', 'application/json').end(JSON.stringify(record)),
        )
      },
    },
    ...(mode === 'test'
      ? []
      : [
          VitePWA({
            strategies: 'injectManifest',
            srcDir: '../workers/push',
            filename: 'sw.ts',
            injectRegister: false,
            registerType: 'prompt',
            // the shell, and what blurs a photo without network: no codec of rare formats, no map,
            // nothing that a member may never open
            injectManifest: {
              globPatterns: [
                'index.html',
                'assets/*.{js,css,woff2}',
                'assets/image-*.wasm',
                'favicon.png',
                'carnet.png',
              ],
              globIgnores: [
                '**/desk-*',
                '**/{push-service,push-ios,face,leaflet,streets}*',
                '**/{codec-heic,codec-tiff,codec-jpeg,codec-saving,jsquash}*',
                '**/{avif,webp,heic,tiff,libheif,utif}*',
              ],
              maximumFileSizeToCacheInBytes: 400_000,
              buildPlugins: { vite: [serviceWorkerBuild()] },
            },
            manifest: {
              name: '%APP_NAME%',
              short_name: '%APP_NAME%',
              description: 'Discussions, sorties et photos, en toute discrétion.',
              lang: 'fr',
              id: '/',
              start_url: '/',
              scope: '/',
              display: 'standalone',
              orientation: 'any',
              background_color: '#160d14',
              theme_color: '#160d14',
              icons: [
                { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
                { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
                {
                  src: '/icon-maskable-192.png',
                  sizes: '192x192',
                  type: 'image/png',
                  purpose: 'maskable',
                },
                {
                  src: '/icon-maskable-512.png',
                  sizes: '512x512',
                  type: 'image/png',
                  purpose: 'maskable',
                },
                {
                  src: '/icon-monochrome-512.png',
                  sizes: '512x512',
                  type: 'image/png',
                  purpose: 'monochrome',
                },
              ],
              categories: ['social'],
              shortcuts: [
                {
                  name: 'Messages',
                  url: '/conversations',
                  icons: [{ src: '/icon-192.png', sizes: '192x192' }],
                },
                {
                  name: 'Sorties',
                  url: '/events',
                  icons: [{ src: '/icon-192.png', sizes: '192x192' }],
                },
                {
                  name: 'Carte',
                  url: '/radar',
                  icons: [{ src: '/icon-192.png', sizes: '192x192' }],
                },
              ],
              // answered by the service worker: the photos never leave the device this way
              share_target: {
                action: '/share',
                method: 'POST',
                enctype: 'multipart/form-data',
                params: {
                  title: 'title',
                  text: 'text',
                  url: 'url',
                  files: [{ name: 'photos', accept: ['image/*'] }],
                },
              },
            },
          }),
        ]),
  ],
  // what wouter and swr import for React 17; 300 bytes of each first load
  resolve: {
    alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }],
  },
  worker: {
    format: 'es' as const,
    plugins: () => [routesAsCalled()],
    rollupOptions: {
      checks: { bundlerTimings: false },
      treeshake: { manualPureFunctions: ['z', 'route'] },
      // 250 bytes of the hub
      output: { comments: { annotation: false } },
    },
  },
  optimizeDeps: {
    include: [
      'utif',
      'libheif-js/libheif-wasm/libheif.js',
      '@jsquash/jpeg/encode.js',
      '@jsquash/jpeg/decode.js',
      '@jsquash/resize',
      'pusher-js/worker',
      'comlink',
      'react',
      'react-dom/client',
      'wouter',
      'valtio',
      'swr',
      'zod/mini',
      'virtua',
    ],
  },
  build: {
    outDir: here('dist/app'),
    emptyOutDir: true,
    target: 'es2022',
    // inlined pictures would need data: everywhere and escape the cache
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    rollupOptions: {
      checks: { bundlerTimings: false },
      // libheif imports modules of Node in a branch that a browser never takes
      onLog: (level, log, handle) => {
        if (!log.message.includes('libheif-js')) handle(level, log)
      },
      treeshake: { manualPureFunctions: ['z', 'route'] },
      output: {
        // what every signed-in screen needs comes in one piece: thirty small ones compress worse and ask thirty times
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ debugName: 'first screens', name: createChunks(repository) }],
        },
        // a screen's chunk is named after its room: the size budget finds it; of the hash one character
        // less than usual (42 bits): each name is listed wherever its chunk is imported
        chunkFileNames: (chunk) => {
          const m = /src\/features\/([^/]+)\/(?:([\w-]+)-)?(screen|panel)\.tsx$/.exec(
            chunk.facadeModuleId ?? '',
          )
          return m ? `assets/${m[2] ?? m[1]}-${m[3]}-[hash:7].js` : 'assets/[name]-[hash:7].js'
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': 'http://127.0.0.1:8080',
      '/app/': { target: 'ws://127.0.0.1:8080', ws: true },
      '/demo': 'http://127.0.0.1:8080',
    },
  },
  test: {
    root: here('.'),
    globals: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/src/**/*.test.{ts,tsx}'],
          exclude: REPLACE_LOCATION,
          environment: 'node',
          // jsdom is loaded once for each worker and not for each file, which took 40 % of the time
          pool: 'vmForks',
          ...LIMITS,
          // Vitest leaves one processor free, which is half of two
          maxWorkers: 2,
        },
      },
      // processes: access to globals is slow in a vm context (the attacks on the blur: 72 s instead of 10)
      {
        extends: true,
        test: {
          name: 'unit-process',
          include: ['tests/{architecture,contract,workers,wasm}/**/*.test.ts', ...REPLACE_LOCATION],
          environment: 'node',
          ...LIMITS,
          maxWorkers: 2,
        },
      },
      // the server's modules are read once, not for each file: most of the time of a file went there
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          globalSetup: 'tests/support/server/template.ts',
          environment: 'node',
          isolate: false,
          ...LIMITS,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/{e2e,faults}/**/*.test.ts'],
          environment: 'node',
          // the modules of Playwright are read once, not for each file
          isolate: false,
          // only ends what hangs: each wait in a test has a limit of its own
          testTimeout: 300_000,
          hookTimeout: 300_000,
          maxWorkers: Number(process.env['E2E_WORKERS'] ?? 1),
          // the patience of Playwright, for what is waited for without it
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
}))
