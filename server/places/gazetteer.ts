import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PLACE_SUGGESTIONS, SEARCH_MIN_CHARS } from '#contract/limits'
import { foldText } from '../db/dialect'

/** A commune. Its rank is by population: 0 is Paris. */
export interface Commune {
  /** INSEE code. */
  readonly id: string
  readonly name: string
  readonly departmentCode: string
  readonly department: string
  readonly postalCodes: readonly string[]
  /** Degrees, four decimals. */
  readonly lat: number
  readonly lng: number
}
export interface PlaceMatch {
  readonly place: Commune
  /** The postal code that matched; null when the name matched. */
  readonly postalCode: string | null
}
export interface Gazetteer {
  readonly size: number
  find(id: string): Commune | undefined
  /**
   * Communes of which a word or a postal code starts with the input: exact names first, then by
   * population. At most 8.
   */
  search(input: string): PlaceMatch[]
}

/**
 * Normalized for comparison: no case, accents, hyphens or apostrophes; «St» and «Ste» written out.
 */
const searchable = (text: string): string =>
  foldText(text)
    .replace(/œ/g, 'oe')
    .replace(/[-'’.,()/]+/g, ' ')
    .replace(/\b(st|ste)\b(?= )/g, (w) => (w === 'st' ? 'saint' : 'sainte'))
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Ranks of the first lines that pass and of which a word starts with `prefix`. A line of `text` is a
 * rank and words, each after a space. Without an index, which would have to be sorted at each start:
 * a search takes 0.6 ms (docs/performance.md).
 */
const ranksWith = (
  text: string,
  prefix: string,
  passes: (rank: number) => boolean = () => true,
): number[] => {
  const ranks: number[] = []
  let at = text.indexOf(` ${prefix}`)
  while (at >= 0 && ranks.length < PLACE_SUGGESTIONS) {
    const line = text.lastIndexOf('\n', at) + 1
    const rank = Number(text.slice(line, text.indexOf(' ', line)))
    if (passes(rank)) ranks.push(rank)
    at = text.indexOf(` ${prefix}`, text.indexOf('\n', at))
  }
  return ranks
}
const numbered = (lines: readonly string[]): string =>
  lines.map((line, rank) => `${rank} ${line}\n`).join('')

/** Parses the text that `build.mjs` makes; a commune is read from its line when it is found. */
export const parseGazetteer = (text: string): Gazetteer => {
  const departments = new Map<string, string>()
  const rankOf = new Map<string, number>()
  const lines: string[] = []
  const keys: string[] = []
  const postal: string[] = []
  for (const line of text.split('\n')) {
    const [id = '', name = '', departmentCode = '', codes = ''] = line.split('\t', 4)
    if (id === '#') {
      departments.set(name, departmentCode)
      continue
    }
    rankOf.set(id, lines.length)
    lines.push(line)
    keys.push(searchable(name))
    postal.push(codes)
  }
  const [byName, byPostal] = [numbered(keys), numbered(postal)]
  const read = (rank: number): Commune => {
    const [id = '', name = '', departmentCode = '', codes = '', lat = '', lng = ''] = (
      lines[rank] ?? ''
    ).split('\t')
    return {
      id,
      name,
      departmentCode,
      department: departments.get(departmentCode) ?? '',
      postalCodes: codes.split(' '),
      lat: Number(lat),
      lng: Number(lng),
    }
  }
  const found = (ranks: readonly number[], digits: string): PlaceMatch[] =>
    ranks.map((rank) => {
      const place = read(rank)
      return {
        place,
        postalCode:
          digits === '' ? null : (place.postalCodes.find((c) => c.startsWith(digits)) ?? null),
      }
    })
  const search = (input: string): PlaceMatch[] => {
    const typed = searchable(input)
    if (typed.length < SEARCH_MIN_CHARS) return []
    const digits = /(?:^| )(\d{2,5})(?: |$)/.exec(typed)?.[1] ?? ''
    const name = typed.replace(/\d+/g, ' ').replace(/\s+/g, ' ').trim()
    if (digits && !name) return found(ranksWith(byPostal, digits), digits)
    if (name.length < SEARCH_MIN_CHARS) return []
    const inCode = (rank: number): boolean =>
      digits === '' || ` ${postal[rank]}`.includes(` ${digits}`)
    const exact = ranksWith(byName, `${name}\n`, (rank) => keys[rank] === name && inCode(rank))
    const rest = ranksWith(byName, name, (rank) => keys[rank] !== name && inCode(rank))
    return found([...exact, ...rest].slice(0, PLACE_SUGGESTIONS), digits)
  }
  const find = (id: string): Commune | undefined => {
    const rank = rankOf.get(id)
    return rank === undefined ? undefined : read(rank)
  }
  return { size: lines.length, find, search }
}

/** Without its file, or with a damaged one; the message names the file and says what to do. */
export class GazetteerError extends Error {
  constructor(file: string, cause: unknown) {
    const what = existsSync(file) ? 'is damaged' : 'is missing'
    super(
      `The communes cannot be read: ${file} ${what} (${String(cause)}). Put it back from the release, or run npm run build: searches for a commune answer 503 until then, all else works.`,
      { cause },
    )
  }
}

/** There are some 34,900: a file with less was cut before it was packed. */
const COMMUNES_MIN = 30_000
const FILES = ['places.gz', '../../dist/server/places.gz'].map((name) =>
  join(import.meta.dirname, name),
)

const load = async (): Promise<Gazetteer> => {
  const [own = ''] = FILES
  const file = FILES.find(existsSync)
  try {
    if (file) {
      const read = parseGazetteer(gunzipSync(readFileSync(file)).toString('utf8'))
      if (read.size < COMMUNES_MIN) throw new Error(`${read.size} communes`)
      return read
    }
    // run from source without a build (tests, development): built in this process
    const made = (await import(/* @vite-ignore */ join(import.meta.dirname, 'build.mjs'))) as {
      makePlaces(): string
    }
    return parseGazetteer(made.makePlaces())
  } catch (error) {
    throw new GazetteerError(file ?? own, error)
  }
}

let loading: Promise<Gazetteer> | null = null

/**
 * Every French commune, loaded once; a failed load is retried by the next call, so that a file that
 * was put back needs no restart. Rejects with a GazetteerError.
 */
export const loadGazetteer = (): Promise<Gazetteer> => {
  loading ??= load().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}
