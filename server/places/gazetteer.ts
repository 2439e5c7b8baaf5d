import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PLACE_SUGGESTIONS, SEARCH_MIN_CHARS } from '#contract/limits'
import { fold } from '../db/dialect'

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
  fold(text)
    .replace(/œ/g, 'oe')
    .replace(/[-'’.,()/]+/g, ' ')
    .replace(/\b(st|ste)\b(?= )/g, (w) => (w === 'st' ? 'saint' : 'sainte'))
    .replace(/\s+/g, ' ')
    .trim()

/** Sorted texts, each with its commune's rank; `range` uses binary search. */
interface Index {
  readonly texts: readonly string[]
  readonly ranks: Int32Array
}
const sorted = (entries: [string, number][]): Index => {
  entries.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1]))
  return { texts: entries.map((e) => e[0]), ranks: Int32Array.from(entries, (e) => e[1]) }
}
/** First position whose text is not below `text`. */
const lowerBound = (texts: readonly string[], text: string): number => {
  let [low, high] = [0, texts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((texts[middle] as string) < text) low = middle + 1
    else high = middle
  }
  return low
}
const range = ({ texts }: Index, prefix: string): [number, number] => [
  lowerBound(texts, prefix),
  lowerBound(texts, `${prefix}\uffff`),
]

/**
 * The smallest distinct ranks of a range that pass, in order: a range may hold thousands, a reply
 * eight.
 */
const smallest = (
  { ranks }: Index,
  [from, to]: readonly [number, number],
  count: number,
  passes: (rank: number) => boolean,
): number[] => {
  const best: number[] = []
  for (let i = from; i < to; i += 1) {
    const rank = ranks[i] as number
    if (
      (best.length === count && rank >= (best[count - 1] as number)) ||
      best.includes(rank) ||
      !passes(rank)
    )
      continue
    best.push(rank)
    best.sort((a, b) => a - b)
    if (best.length > count) best.pop()
  }
  return best
}

/** Communes by rank, their normalized names, and the words and postal codes with their ranks. */
const readLines = (text: string) => {
  const departments = new Map<string, string>()
  const places: Commune[] = []
  const words: [string, number][] = []
  const postal: [string, number][] = []
  const names: string[] = []
  for (const line of text.split('\n')) {
    const [id = '', name = '', departmentCode = '', codes = '', lat = '', lng = ''] =
      line.split('\t')
    if (id === '#') {
      departments.set(name, departmentCode)
      continue
    }
    const rank = places.length
    const postalCodes = codes.split(' ')
    places.push({
      id,
      name,
      departmentCode,
      department: departments.get(departmentCode) ?? '',
      postalCodes,
      lat: Number(lat),
      lng: Number(lng),
    })
    const key = searchable(name)
    names.push(key)
    for (let at = 0; at >= 0; at = key.indexOf(' ', at + 1))
      words.push([at === 0 ? key : key.slice(at + 1), rank])
    for (const code of postalCodes) postal.push([code, rank])
  }
  return { places, names, words, postal }
}

/** Parses the text that `build.mjs` makes. */
export const parseGazetteer = (text: string): Gazetteer => {
  const { places, names, words, postal } = readLines(text)
  const byId = new Map(places.map((p) => [p.id, p]))
  const [byWord, byPostal] = [sorted(words), sorted(postal)]
  const found = (ranks: readonly number[], digits: string): PlaceMatch[] =>
    ranks.map((rank) => {
      const place = places[rank] as Commune
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
    if (digits && !name)
      return found(
        smallest(byPostal, range(byPostal, digits), PLACE_SUGGESTIONS, () => true),
        digits,
      )
    if (name.length < SEARCH_MIN_CHARS) return []
    const inCode = (rank: number): boolean =>
      digits === '' || (places[rank] as Commune).postalCodes.some((c) => c.startsWith(digits))
    const words = range(byWord, name)
    const exact = smallest(
      byWord,
      [words[0], lowerBound(byWord.texts, `${name}\u0000`)],
      PLACE_SUGGESTIONS,
      (rank) => names[rank] === name && inCode(rank),
    )
    const rest = smallest(
      byWord,
      words,
      PLACE_SUGGESTIONS,
      (rank) => names[rank] !== name && inCode(rank),
    )
    return found([...exact, ...rest].slice(0, PLACE_SUGGESTIONS), digits)
  }
  return { size: places.length, find: (id) => byId.get(id), search }
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
export const gazetteer = (): Promise<Gazetteer> => {
  loading ??= load().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}
