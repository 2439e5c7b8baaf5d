// Writes the notices of the third-party packages that this product runs or serves: name, version,
// licence, source and licence text of each, from package-lock.json and node_modules.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** Development packages whose files are served anyway. */
const SERVED = ['@vladmandic/face-api']
const TEXT = /^(licen[cs]e|copying|notice|ofl)([.-]|$)/i
const RULE = '-'.repeat(80)

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

const sourceOf = ({ repository, homepage }) => {
  const url = typeof repository === 'string' ? repository : repository?.url
  return (url ?? homepage ?? '').replace(/^git\+/, '').replace(/\.git$/, '')
}
const textOf = (dir) =>
  readdirSync(join(root, dir))
    .filter((name) => TEXT.test(name))
    .sort()
    .map((name) => readFileSync(join(root, dir, name), 'utf8').trim())
    .join('\n\n')

/** Folders in node_modules of all packages of the lock file that are installed and shipped. */
const shippedFolders = (lock) =>
  Object.entries(lock.packages)
    .filter(([dir, { dev }]) => dir !== '' && (!dev || SERVED.includes(dir.slice(13))))
    .map(([dir]) => dir)
    .filter((dir) => existsSync(join(root, dir, 'package.json')))

/** The notices, packages of one licence text together, by the first name. */
export const notices = () => {
  const groups = new Map()
  for (const dir of shippedFolders(readJson('package-lock.json'))) {
    const one = readJson(join(dir, 'package.json'))
    const licence = typeof one.license === 'string' ? one.license : (one.license?.type ?? 'unknown')
    const text = textOf(dir) || `Licence: ${licence} (the package carries no text of it).`
    const title = `${one.name} ${one.version} · ${licence} · ${sourceOf(one)}`
    groups.set(text, [...(groups.get(text) ?? []), title])
  }
  const parts = [...groups].map(
    ([text, titles]) => [...new Set(titles)].sort().join('\n') + `\n\n${text}\n`,
  )
  return [
    'Third-party software in this product, with its licences and where its source is published.',
    'libheif-js contains libheif and libde265 (LGPL-3.0), unmodified; their source is published at',
    'https://github.com/strukturag/libheif and https://github.com/strukturag/libde265.',
    '',
    ...parts.sort().flatMap((part) => [RULE, part]),
  ].join('\n')
}

export const writeNotices = (file) => writeFileSync(file, notices())
