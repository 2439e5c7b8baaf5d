import type { Plugin } from 'vite'

/** For the build of the service worker that vite-plugin-pwa starts: prints warnings only, and gives none. */
export const serviceWorkerBuild = (): Plugin => ({
  name: 'service-worker-build',
  config: ({ build }) => {
    const output = build?.rollupOptions?.output
    // the plugin still uses the deprecated name of this option
    if (output && !Array.isArray(output)) {
      delete output.inlineDynamicImports
      output.codeSplitting = false
    }
    return { logLevel: 'warn' }
  },
})
