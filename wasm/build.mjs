// Compiles each folder of wasm/ that has an index.ts to wasm/build/<folder>.wasm, when something in
// it is newer.
import { mkdir, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

const here = fileURLToPath(new URL('.', import.meta.url))
const out = join(here, 'build')
// `stub`: no garbage collector, the kernels place their own memory. `noAssert`: no bounds checks on
// the hot loops.
const flags = ['-O3', '--runtime', 'stub', '--enable', 'simd', '--noAssert', '--noColors']

/** Milliseconds since epoch of the newest file in a folder. */
async function newest(folder) {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts'))
  const times = await Promise.all(
    files.map(async (name) => (await stat(join(folder, name))).mtimeMs),
  )
  return Math.max(...times)
}

async function modifiedAt(file) {
  try {
    return (await stat(file)).mtimeMs
  } catch {
    return 0
  }
}

/** `changed`: the newest file of all modules, which share some. */
async function compile(name, changed) {
  const target = join(out, `${name}.wasm`)
  if ((await modifiedAt(target)) > changed) return false
  // Written beside and renamed: a build that runs next to another never leaves half a file.
  const draft = `${name}.${process.pid}.wasm`
  const { error, stderr } = await asc.main([
    `${name}/index.ts`,
    '-o',
    `build/${draft}`,
    '--baseDir',
    here,
    ...flags,
  ])
  // the compiler's own stream, whose toString() is its text
  // oxlint-disable-next-line typescript/no-base-to-string
  if (error) throw new Error(`wasm/${name}: ${error.message}\n${stderr.toString()}`)
  await rename(join(out, draft), target)
  return true
}

/** Compiles outdated modules and returns their names. Throws with the compiler's messages. */
export async function buildWasm() {
  await mkdir(out, { recursive: true })
  const folders = (await readdir(here, { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && entry.name !== 'build',
  )
  const changed = Math.max(
    await modifiedAt(join(here, 'build.mjs')),
    ...(await Promise.all(folders.map(({ name }) => newest(join(here, name))))),
  )
  const built = []
  for (const { name } of folders) {
    if ((await modifiedAt(join(here, name, 'index.ts'))) > 0 && (await compile(name, changed)))
      built.push(name)
  }
  return built
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = await buildWasm()
  console.log(built.length > 0 ? `wasm: ${built.join(', ')}` : 'wasm: up to date')
}
