import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const GZIP = Buffer.from([0x1f, 0x8b])

/** What is looked for, by its name. */
export type Needles = ReadonlyMap<string, Buffer>

/** Base64 of bytes in the middle of others, at each of the three places where they may begin. */
const base64Of = (bytes: Buffer): string[] =>
  [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    // what depends on the neighbours is left out
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })

/** The forms in which bytes may be written down, none with capitals. */
const formsOf = (bytes: Buffer): string[] => {
  const forms = [
    bytes.toString('latin1'),
    bytes.toString('hex'),
    Buffer.from(bytes.toString('latin1'), 'utf16le').toString('latin1'),
    ...base64Of(bytes),
    ...base64Of(bytes).map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ]
  return forms.map((form) => form.toLowerCase())
}

export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/**
 * The names of the needles that one of these contains: as they are, with other capitals, as UTF-16,
 * in hex or in base64.
 */
export const foundIn = (needles: Needles, haystacks: Iterable<Buffer>): string[] => {
  const forms = [...needles].map(([name, bytes]) => ({ name, forms: formsOf(bytes) }))
  const found = new Set<string>()
  for (const bytes of haystacks) {
    const text = bytes.toString('latin1').toLowerCase()
    for (const one of forms)
      if (!found.has(one.name) && one.forms.some((form) => text.includes(form))) found.add(one.name)
  }
  return [...found].sort()
}

/** The same in all files of a folder, hidden, temporary and gzipped ones too. */
export const foundInFolder = (needles: Needles, folder: string): string[] =>
  foundIn(
    needles,
    (function* () {
      for (const file of filesIn(folder)) {
        const bytes = readFileSync(file)
        yield bytes
        if (bytes.subarray(0, 2).equals(GZIP)) yield gunzipSync(bytes)
      }
    })(),
  )
