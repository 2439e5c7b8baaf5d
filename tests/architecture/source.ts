import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Path from the repository's root → text. */
export type Sources = ReadonlyMap<string, string>

export interface Import {
  readonly from: string
  /** Without extension; `#contract/limits` is contract/limits. */
  readonly to: string
  readonly dynamic: boolean
}

const FOLDERS = ['contract', 'src', 'workers', 'wasm', 'server', 'demo', 'scripts', 'public']
const root = join(import.meta.dirname, '../..')

const filesOf = (folder: string): string[] =>
  readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name)
    if (name === 'build' || name === 'node_modules') return []
    return statSync(join(root, path)).isDirectory() ? filesOf(path) : [path]
  })

/** Every source file of the product, or of other folders. */
export const readSources = (folders: readonly string[] = FOLDERS): Sources =>
  new Map(
    folders
      .flatMap(filesOf)
      .filter((path) => /\.(?:ts|tsx|mjs|js|css)$/.test(path))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )

export const isScript = (path: string): boolean => /\.(?:ts|tsx|mjs|js)$/.test(path)

export const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/.*/g, '')

export const withoutExtension = (path: string): string => path.replace(/\.(?:tsx?|mjs|js)$/, '')

const STATEMENT =
  /(?:^|\n)\s*(?:import|export)\s+(?:type\s+)?(?:[^'"\n;]*?(?:\{[^}]*\})?[^'"\n;]*?\s+from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

/** Imports between files of the repository: values, types and `import()`. */
export const importsOf = (sources: Sources): Import[] =>
  [...sources]
    .filter(([path]) => isScript(path))
    .flatMap(([from, text]) =>
      [...text.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(STATEMENT)].flatMap((match) => {
        const specifier = match[1] ?? match[2] ?? ''
        const to = specifier.startsWith('#contract/')
          ? `contract/${specifier.slice('#contract/'.length)}`
          : specifier.startsWith('.') && normalize(join(dirname(from), specifier))
        if (!to) return []
        return [{ from, to: withoutExtension(to.replace(/\?.*$/, '')), dynamic: !match[1] }]
      }),
    )
