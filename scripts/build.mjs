// Builds what is out of date: wasm kernels, the page (dist/app) and the server (dist/server). `node scripts/build.mjs`
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** Dependencies of the server with a part that is compiled for the machine. */
const NATIVE = ['@node-rs/argon2', 'libsql', 'sharp']
const STAMP = join(root, 'dist/.stamp')

/** Path, size and time of every source file: changes with any edit, costs a few ms. */
const fingerprint = () => {
  const hash = createHash('sha256')
  const walk = (path) => {
    if (!existsSync(path)) return
    const stat = statSync(path)
    if (!stat.isDirectory()) {
      hash.update(`${path}:${stat.size}:${stat.mtimeMs}\n`)
      return
    }
    if (path === join(root, 'wasm/build')) return
    for (const name of readdirSync(path).sort()) walk(join(path, name))
  }
  for (const part of [
    'contract',
    'src',
    'workers',
    'wasm',
    'server',
    'demo',
    'scripts',
    'public',
    'vite.config.ts',
    'package.json',
    'package-lock.json',
  ])
    walk(join(root, part))
  return hash.digest('hex')
}

/** Whether `dist` was built from the sources as they are. */
export const isBuilt = (print = fingerprint()) =>
  existsSync(STAMP) && readFileSync(STAMP, 'utf8') === print

/** True when something was built. */
export const build = async ({ force = false, log = console.log } = {}) => {
  const print = fingerprint()
  if (!force && isBuilt(print)) return false
  process.env.NODE_ENV = 'production'
  log('Building the app…')
  const { buildWasm } = await import('../wasm/build.mjs')
  await buildWasm()
  const vite = await import('vite')
  await vite.build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  await vite.build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: await defines(vite),
    // dependencies come into the bundle: a start reads one file instead of 1,000 and takes a
    // quarter less of the processor (docs/performance.md). What loads a binary of its own stays outside.
    ssr: { noExternal: true, external: NATIVE },
    build: {
      ssr: 'server/main.ts',
      outDir: 'dist/server',
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rollupOptions: {
        // one folder: files that the server reads lie beside whichever chunk asks for them
        output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js', format: 'es' },
      },
    },
  })
  const { buildPlaces } = await import('../server/places/build.mjs')
  buildPlaces(join(root, 'dist/server/places.gz'))
  const { writeNotices } = await import('./licences.mjs')
  writeNotices(join(root, 'dist/app/licences.txt'))
  await precompress(join(root, 'dist/app'))
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, print)
  return true
}

const defines = async (vite) => {
  const loaded = await vite.loadConfigFromFile(
    { command: 'build', mode: 'production' },
    join(root, 'vite.config.ts'),
    root,
  )
  return loaded.config.define
}

/** .br and .gz twins beside text files: the server then sends them without any work. */
const precompress = async (dir) => {
  const { brotliCompressSync, constants, gzipSync } = await import('node:zlib')
  const walk = (path) => {
    for (const name of readdirSync(path)) {
      const file = join(path, name)
      if (statSync(file).isDirectory()) walk(file)
      else if (
        /\.(js|css|html|svg|json|wasm|webmanifest)$/.test(name) &&
        statSync(file).size > 1024
      ) {
        const bytes = readFileSync(file)
        writeFileSync(
          `${file}.br`,
          brotliCompressSync(bytes, {
            params: { [constants.BROTLI_PARAM_QUALITY]: bytes.length > 300_000 ? 9 : 11 },
          }),
        )
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
      }
    }
  }
  walk(dir)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = await build({ force: process.argv.includes('--force') })
  console.log(built ? 'Built into dist/.' : 'Up to date.')
}
