/** Names the chunks of the first screens in the page, for src/data/start/first-chunks.ts. */
import type { Plugin } from 'vite'

/** First screen → the module that needs it (src/data/start/first-chunks.ts reads these keys). */
const SCREENS: Readonly<Record<string, string>> = {
  login: '/features/session/login-screen.tsx',
  member: '/app/shell/inside.tsx',
  thread: '/features/messaging/thread/thread.tsx',
  events: '/features/events/screen.tsx',
}

export const chunkNames = (): Plugin => ({
  name: 'chunk-names',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      const chunks = Object.values(bundle ?? {}).filter((c) => c.type === 'chunk')
      const filesOf = (module: string): string[] => {
        const found = new Set<string>()
        const visit = (name: string): void => {
          const chunk = chunks.find((c) => c.fileName === name)
          if (!chunk || found.has(name)) return
          found.add(name)
          for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css)
          chunk.imports.forEach(visit)
        }
        for (const chunk of chunks)
          if (chunk.moduleIds.some((id) => id.endsWith(module))) visit(chunk.fileName)
        return [...found]
          .filter((name) => !html.includes(name))
          .map((name) => name.replace('assets/', ''))
      }
      const data = Object.entries(SCREENS)
        .map(([screen, module]) => `data-for-${screen}="${filesOf(module).join(' ')}"`)
        .join(' ')
      return html
        .replace('<meta name="chunks" content="" />', `<meta name="chunks" ${data} />`)
        .replace(
          /<script type="module" crossorigin src="(\/assets\/rolldown-runtime-[^"]+)"><\/script>/,
          '<link rel="modulepreload" crossorigin href="$1">',
        )
    },
  },
})
