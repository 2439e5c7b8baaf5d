import type { Plugin } from 'vite'

/** For the build of the service worker, which vite-plugin-pwa runs: logs warnings only. */
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
