import { random, type Random } from '../random'
import { darker, glow, lighter, mix, n, o, page, type Drawing } from './svg'

/** Ground, three tones, and the highlights' metal. */
type Tones = readonly [ground: string, a: string, b: string, c: string, metal: string]
const TONES = {
  plum: ['#24101f', '#5a1f45', '#86305b', '#b4496b', '#e2b873'],
  emerald: ['#0d2220', '#14453f', '#1f6a5b', '#3f9079', '#dfc27d'],
  midnight: ['#10142e', '#232a5c', '#3b4488', '#6b6db0', '#e8c48a'],
  terracotta: ['#2d1512', '#7a3324', '#b1553a', '#d98a62', '#f3d6a2'],
  rose: ['#2c1320', '#7b2f47', '#b9526a', '#e08a8f', '#f4d3b4'],
  smoke: ['#191620', '#3a3446', '#5b5268', '#8b7d8f', '#e3c29a'],
} as const satisfies Record<string, Tones>
type ToneName = keyof typeof TONES

const sheen = (w: number, h: number): { defs: string; body: string } => ({
  defs: `${glow('sheen', '#fff1d8', 0.5)}<radialGradient id="edge" cx=".5" cy=".45" r=".75"><stop
    offset=".45" stop-color="#0d0710" stop-opacity="0"/><stop offset="1" stop-color="#0d0710"
    stop-opacity=".62"/></radialGradient>`,
  body: `<circle cx="${n(w * 0.3)}" cy="${n(h * 0.18)}" r="${n(Math.max(w, h) * 0.6)}"
    fill="url(#sheen)" opacity=".34"/><rect width="${w}" height="${h}" fill="url(#edge)"/>`,
})

/** Quilted velvet: each lozenge has its own light, a stud at each crossing. */
const velvet = (r: Random, t: Tones, w: number, h: number): string => {
  const size = w / 9
  let body = ''
  let studs = ''
  for (let row = -1; row * size * 0.62 < h + size; row++)
    for (let col = -1; col * size < w + size; col++) {
      const x = col * size + (row % 2 === 0 ? 0 : size / 2)
      const y = row * size * 0.62
      const tone = r.chance(0.12) ? 1 : 0
      const up = size * 0.62
      body += `<path d="M${n(x)} ${n(y - up)}Q${n(x + size * 0.2)} ${n(y - up * 0.3)}
        ${n(x + size / 2)} ${n(y)}Q${n(x + size * 0.2)} ${n(y + up * 0.3)} ${n(x)} ${n(y + up)}
        Q${n(x - size * 0.2)} ${n(y + up * 0.3)} ${n(x - size / 2)} ${n(y)}Q${n(x - size * 0.2)}
        ${n(y - up * 0.3)} ${n(x)} ${n(y - up)}Z" fill="url(#puff${tone})"/>`
      studs += `<circle cx="${n(x + size / 2)}" cy="${n(y + 2)}" r="${n(size * 0.055)}"
        fill="${t[0]}" fill-opacity=".7"/><circle cx="${n(x + size / 2)}" cy="${n(y)}"
        r="${n(size * 0.045)}" fill="url(#stud)"/>`
    }
  const puff = (id: string, from: string, to: string): string =>
    `<radialGradient id="${id}" cx=".42" cy=".36" r=".62"><stop offset="0" stop-color="${from}"/>
      <stop offset="1" stop-color="${to}"/></radialGradient>`
  const s = sheen(w, h)
  return page(
    w,
    h,
    puff('puff0', t[2], mix(t[0], t[1], 0.5)) +
      puff('puff1', t[3], t[1]) +
      puff('stud', lighter(t[4], 0.6), darker(t[4], 0.35)) +
      s.defs,
    `<rect width="${w}" height="${h}" fill="${darker(t[0], 0.3)}"/>${body}${studs}${s.body}`,
  )
}

/** Overlapping fans, as on the walls of a cinema of the thirties. */
const fans = (r: Random, t: Tones, w: number, h: number): string => {
  const radius = w / 8
  const fan = (tone: number): string => {
    const fills = [
      t[tone],
      mix(t[0], t[tone] ?? t[1], 0.45),
      t[tone],
      mix(t[0], t[tone] ?? t[1], 0.6),
      t[0],
    ]
    return [1, 0.8, 0.6, 0.4, 0.2]
      .map(
        (k, i) =>
          `<circle r="${n(radius * k)}" fill="${fills[i]}" stroke="${t[4]}"
            stroke-width="${i === 0 ? 4 : 2}" stroke-opacity="${i === 0 ? 0.95 : 0.55}"/>`,
      )
      .join('')
  }
  const defs = [1, 2, 3].map((k) => `<g id="fan${k}">${fan(k)}</g>`).join('')
  let body = ''
  for (let row = -1; row * radius * 0.5 < h + radius; row++)
    for (let col = -1; col * radius * 2 < w + radius * 2; col++)
      body += `<use href="#fan${r.chance(0.2) ? 3 : (row + col) % 3 === 0 ? 2 : 1}"
        x="${n(col * radius * 2 + (row % 2 === 0 ? 0 : radius))}" y="${n(row * radius * 0.5)}"/>`
  const s = sheen(w, h)
  return page(
    w,
    h,
    defs + s.defs,
    `<rect width="${w}" height="${h}" fill="${t[0]}"/>${body}${s.body}`,
  )
}

/** Silk: slow waves, each with its crest of light. */
const silk = (r: Random, t: Tones, w: number, h: number): string => {
  const folds = 13
  let defs = ''
  let body = `<rect width="${w}" height="${h}" fill="${t[0]}"/>`
  for (let i = 0; i < folds; i++) {
    const y = (i / folds) * h * 1.25 - h * 0.2
    const a = r.between(0.05, 0.11) * h
    const slope = r.between(0.12, 0.2) * h
    const colour = mix(r.pick([t[1], t[2], t[2], t[3]]), t[0], r.between(0, 0.3))
    defs += `<linearGradient id="fold${i}" x1="0" y1="0" x2=".1" y2="1"><stop offset="0"
      stop-color="${lighter(colour, 0.3)}"/><stop offset=".1" stop-color="${colour}"/><stop
      offset=".42" stop-color="${darker(colour, 0.5)}"/><stop offset="1"
      stop-color="${darker(colour, 0.75)}"/></linearGradient>`
    const crest = `M-20 ${n(y + slope)}C${n(w * 0.2)} ${n(y + slope - a * 2.2)} ${n(w * 0.34)}
      ${n(y + slope + a * 1.6)} ${n(w * 0.55)} ${n(y + slope * 0.45)}S${n(w * 0.86)} ${n(y - a)}
      ${w + 20} ${n(y - slope * 0.35)}`
    body += `<path d="${crest}L${w + 20} ${n(y + h * 0.36)}L-20 ${n(y + h * 0.56)}Z"
      fill="url(#fold${i})"/><path d="${crest}" fill="none" stroke="${lighter(colour, 0.5)}"
      stroke-width="3" stroke-opacity=".28"/>`
  }
  const s = sheen(w, h)
  return page(w, h, defs + s.defs, body + s.body)
}

/** One mark of a tile: `size` in px, `s` its edge as text, `a` and `b` the ground's and the mark's colour. */
const markOf = (shape: string, size: number, s: string, a: string, b: string): string => {
  const half = n(size / 2)
  switch (shape) {
    case 'quarter':
      return `<path d="M0 0H${s}A${s} ${s} 0 0 1 0 ${s}Z" fill="${b}"/><path d="M0 0H${half}
            A${half} ${half} 0 0 1 0 ${half}Z" fill="${a}"/>`
    case 'leaf':
      return `<path d="M0 0A${s} ${s} 0 0 1 ${s} ${s}A${s} ${s} 0 0 1 0 0Z" fill="${b}"/>`
    case 'half':
      return `<path d="M0 ${half}A${half} ${half} 0 0 1 ${s}
                ${half}Z" fill="${b}"/>`
    default:
      return `<circle cx="${half}" cy="${half}" r="${n(size * 0.3)}" fill="${b}"/>`
  }
}

/** Quarter circles laid like tiles. */
const tiles = (r: Random, t: Tones, w: number, h: number): string => {
  const size = w / 10
  const colours = [t[1], t[2], t[3], mix(t[1], t[0], 0.4), t[4]]
  let body = ''
  for (let y = 0; y < h; y += size)
    for (let x = 0; x < w; x += size) {
      const turn = r.int(0, 3) * 90
      const a = r.pick(colours.slice(0, 4))
      const b = r.chance(0.16) ? t[4] : r.pick(colours)
      const s = n(size + 0.5)
      const shape = r.pick(['quarter', 'quarter', 'quarter', 'leaf', 'half', 'dot'])
      const mark = markOf(shape, size, s, a, b)
      body += `<g transform="translate(${n(x)} ${n(y)}) rotate(${turn} ${n(size / 2)}
        ${n(size / 2)})"><rect width="${s}" height="${s}" fill="${a}"/>${mark}</g>`
    }
  const s = sheen(w, h)
  return page(w, h, s.defs, body + s.body)
}

/** Gold rings that cross on a dark ground. */
const rings = (r: Random, t: Tones, w: number, h: number): string => {
  let body = `<rect width="${w}" height="${h}" fill="url(#ground)"/>`
  for (let i = 0; i < 16; i++) {
    const x = r.between(0, w)
    const y = r.between(0, h)
    const radius = r.between(0.08, 0.32) * h
    body += `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}"
      fill="${r.pick([t[1], t[2], t[3]])}" opacity="${o(r.between(0.18, 0.42))}"/>`
    for (let k = 0; k < r.int(1, 5); k++)
      body += `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius + k * 13)}" fill="none"
        stroke="${t[4]}" stroke-width="${k === 0 ? 3 : 1.6}" opacity="${o(0.85 - k * 0.16)}"/>`
  }
  const s = sheen(w, h)
  return page(
    w,
    h,
    `<linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop offset="0"
      stop-color="${t[1]}"/><stop offset="1" stop-color="${darker(t[0], 0.3)}"/></linearGradient>
      ${s.defs}`,
    body + s.body,
  )
}

const KINDS = { velvet, fans, silk, tiles, rings } as const
type PatternKind = keyof typeof KINDS

/** A textile or tiled motif; the same name draws the same one. */
export const pattern = (
  name: string,
  kind: PatternKind,
  tones: ToneName,
  width = 1600,
  height = 1067,
): Drawing => ({
  width,
  height,
  svg: KINDS[kind](random(name), TONES[tones], width, height),
})
