/** Builds src/app/early/early.ts to a classic script of its own and puts it into the page's head. */
import { createHash } from 'node:crypto'
import { build, type Plugin } from 'vite'

const DEV_PATH = '/early.js'

const compile = async (entry: string, alias: Record<string, string>): Promise<string> => {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    resolve: { alias },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: 'early' },
    },
  })
  const [first] = Array.isArray(result) ? result : [result]
  if (!first || !('output' in first)) throw new Error('the early script has no output')
  return first.output[0].code
}

/** `root`: the repository's folder. */
export const earlyScript = (root: string): Plugin => {
  const entry = `${root}/src/app/early/early.ts`
  const alias = { '#contract': `${root}/contract` }
  let fileName = ''
  return {
    name: 'early-script',
    async generateBundle() {
      const source = await compile(entry, alias)
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
      fileName = `assets/early-${hash}.js`
      this.emitFile({ type: 'asset', fileName, source })
    },
    configureServer: (server) => {
      server.middlewares.use(DEV_PATH, (_request, response, next) => {
        compile(entry, alias).then(
          (source) => response.setHeader('content-type', 'text/javascript').end(source),
          next,
        )
      })
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        { tag: 'script', attrs: { src: fileName ? `/${fileName}` : DEV_PATH }, injectTo: 'head' },
      ],
    },
  }
}
