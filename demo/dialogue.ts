import { random, type Random } from './random'
import { ENCOUNTER_SCENES } from './scenes-encounters'
import { EVENT_SCENES } from './scenes-events'
import { SLOTS, TIED } from './slots'
import { typeset, unfold } from './text'

/** A speaker: an identity of a side (0 the first, 1 the second), or both at once (null). */
interface Voice {
  readonly side: 0 | 1
  readonly identity: 0 | 1 | null
}
interface Utterance extends Voice {
  readonly atMs: number
  readonly text: string
}
/**
 * The two couples of a conversation: first name and whether word endings are feminine, per
 * identity.
 */
export type Couple = readonly [
  { firstname: string; feminine: boolean },
  { firstname: string; feminine: boolean },
]

interface Scene {
  readonly key: string
  readonly bands: readonly string[]
  readonly seasons: readonly string[]
  readonly most: number
  readonly lines: readonly { who: string; ways: readonly string[] }[]
}
const BANDS: Readonly<Record<string, readonly [number, number]>> = {
  matin: [7.2, 10.4],
  midi: [11.9, 13.9],
  apres: [15, 18],
  soir: [18.4, 21.4],
  nuit: [21.9, 23.6],
}
const SEASONS = [
  'hiver',
  'hiver',
  'printemps',
  'printemps',
  'printemps',
  'ete',
  'ete',
  'ete',
  'automne',
  'automne',
  'automne',
  'hiver',
] as const

const readScenes = (): readonly Scene[] =>
  unfold(`${EVENT_SCENES.trim()}\n\n${ENCOUNTER_SCENES.trim()}`)
    .split('\n\n')
    .map((block) => {
      const [head = '', ...lines] = block.split('\n')
      const [key = '', ...tags] = head.slice(2).split(' ')
      return {
        key,
        bands: tags.filter((t) => t in BANDS),
        seasons: tags.filter((t) => (SEASONS as readonly string[]).includes(t)),
        most: Number(tags.find((t) => /^x\d+$/.test(t))?.slice(1) ?? Infinity),
        lines: lines.map((line) => {
          const [, who = '', text = ''] = /^([ABab]\*?): (.+)$/.exec(line) ?? []
          if (!who) throw new SyntaxError(`scene ${key}: ${line}`)
          return { who, ways: text.split(' | ').map(typeset) }
        }),
      }
    })

const PARIS = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Paris',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
/** Offset of Paris from UTC at an instant, ms. */
const parisOffset = (ms: number): number => {
  const parts = Object.fromEntries(PARIS.formatToParts(ms).map((p) => [p.type, p.value]))
  return (
    Date.UTC(
      Number(parts['year']),
      Number(parts['month']) - 1,
      Number(parts['day']),
      Number(parts['hour']),
      Number(parts['minute']),
    ) -
    Math.floor(ms / 60_000) * 60_000
  )
}

/**
 * The instant of a time of day (hours, may have a fraction) in Paris, `daysBack` days before now.
 */
export const parisTime = (nowMs: number, daysBack: number, hours: number): number => {
  const local = nowMs + parisOffset(nowMs)
  const midnight = Math.floor(local / 86_400_000) * 86_400_000 - daysBack * 86_400_000
  const guess = midnight + hours * 3_600_000
  return guess - parisOffset(guess - 3_600_000)
}

const slotsOf = (r: Random): Record<string, string> => {
  const at: Record<string, number> = {}
  const filled: Record<string, string> = {}
  for (const [name, list] of Object.entries(SLOTS)) {
    const tied = TIED[name]
    at[name] = tied === undefined ? r.int(0, list.length - 1) : (at[tied] ?? 0)
    filled[name] = typeset(list[at[name]] ?? '')
  }
  return filled
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Plays one version of a scene: the lines of one column belong together. */
const play = (
  r: Random,
  scene: Scene,
  version: number,
  couples: readonly [Couple, Couple],
): (Voice & { text: string })[] => {
  const words = slotsOf(r)
  const flip: 0 | 1 = r.chance(0.5) ? 1 : 0
  const lead: readonly [0 | 1, 0 | 1] = [r.chance(0.5) ? 0 : 1, r.chance(0.5) ? 0 : 1]
  const sideOf = (letter: string): 0 | 1 => ((letter.toLowerCase() === 'a' ? 0 : 1) ^ flip) as 0 | 1
  const identityOf = (letter: string): 0 | 1 =>
    (lead[letter.toLowerCase() === 'a' ? 0 : 1] ^ (letter === letter.toLowerCase() ? 1 : 0)) as
      | 0
      | 1
  const person = (letter: string): Couple[number] => couples[sideOf(letter)][identityOf(letter)]
  const column = version % Math.max(...scene.lines.map((l) => l.ways.length))
  return scene.lines.map(({ who, ways }) => {
    const speaker = who.charAt(0)
    const text = (ways[column % ways.length] ?? '').replace(/\{(\w+)\}/g, (whole, name: string) => {
      if (/^[ABab]$/.test(name)) return person(name).firstname
      const about = /^[ABab](?=e$|xse$)/.exec(name)?.[0] ?? speaker
      if (name.endsWith('xse')) return person(about).feminine ? 'se' : 'x'
      if (name === 'e' || /^[ABab]e$/.test(name)) return person(about).feminine ? 'e' : ''
      const word = words[name] ?? words[name.replace(/_m$/, '')]
      if (word === undefined) throw new SyntaxError(`scene ${scene.key}: ${whole}`)
      return words[name] === undefined ? capital(word) : word
    })
    return {
      side: sideOf(speaker),
      identity: who.endsWith('*') ? null : identityOf(speaker),
      text: capital(text),
    }
  })
}

const YEAR_DAYS = 364
/**
 * A year of conversation between two couples: exactly `count` turns, in order, from a year ago to
 * last evening (Paris time; the evening before while it is night). Deterministic for a seed and
 * instant.
 */
export const yearOfTalk = (
  seed: string,
  couples: readonly [Couple, Couple],
  count: number,
  nowMs: number,
): Utterance[] => {
  const r = random(seed)
  const scenes = readScenes()
  const used = new Map<string, number>()
  const lastDay = new Map<string, number>()
  const turns: Utterance[] = []
  const lastDayBack = nowMs - parisTime(nowMs, 0, 0) < 5 * 3_600_000 ? 2 : 1
  for (let day = YEAR_DAYS; day >= lastDayBack; day--) {
    // some days are busy, some silent, and the total is exact
    const goal =
      day === lastDayBack
        ? count
        : Math.min(
            count,
            Math.round((count * (YEAR_DAYS - day + 1)) / YEAR_DAYS + r.between(-14, 14)),
          )
    const season = SEASONS[new Date(parisTime(nowMs, day, 12)).getUTCMonth()] ?? 'hiver'
    const today: { band: string; rank: number; turns: (Voice & { text: string })[] }[] = []
    let written = turns.length
    while (written < goal) {
      const left = count - written
      const fit = scenes.filter(
        (s) =>
          s.lines.length <= left &&
          (s.seasons.length === 0 || s.seasons.includes(season)) &&
          (used.get(s.key) ?? 0) < s.most,
      )
      // of a few drawn at random, the one played least recently
      const drawn =
        fit.length === 0
          ? []
          : Array.from({ length: 6 }, () => r.pick(fit)).sort(
              (a, b) => (lastDay.get(b.key) ?? 999) - (lastDay.get(a.key) ?? 999),
            )
      const scene = drawn[0]
      const played = scene
        ? play(r, scene, scene.key.length + (used.get(scene.key) ?? 0), couples)
        : Array.from({ length: left }, (_, i): Voice & { text: string } => ({
            side: i % 2 === 0 ? 0 : 1,
            identity: 0,
            text: typeset(i % 2 === 0 ? 'À demain !' : 'À demain, bonne nuit.'),
          }))
      if (scene) {
        used.set(scene.key, (used.get(scene.key) ?? 0) + 1)
        lastDay.set(scene.key, day)
      }
      today.push({
        band: scene ? r.pick(scene.bands) : 'nuit',
        rank:
          scene?.key === 'bonne_nuit'
            ? 2
            : scene?.key === 'bonjour' || scene?.key === 'reveil'
              ? 0
              : 1,
        turns: played,
      })
      written += played.length
    }
    const order = Object.keys(BANDS)
    today.sort((a, b) => order.indexOf(a.band) - order.indexOf(b.band) || a.rank - b.rank)
    let cursor = 0
    for (const { band, turns: played } of today) {
      const [from, to] = BANDS[band] ?? [12, 13]
      cursor = Math.max(
        cursor + r.between(3, 9) * 60_000,
        parisTime(nowMs, day, r.between(from, to)),
      )
      for (const turn of played) {
        turns.push({ ...turn, atMs: Math.round(cursor) })
        cursor += (r.chance(0.12) ? r.between(240, 1_300) : r.between(14, 150)) * 1000
      }
    }
  }
  return turns
}
