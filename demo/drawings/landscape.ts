import { random, type Random } from '../random'
import { darker, glow, lighter, mix, n, o, page, ridge, under, vertical, type Drawing } from './svg'

/** Sky from the top to the horizon, its light, and the colour of the foreground. */
interface Palette {
  readonly sky: readonly [string, string, string, string]
  readonly sun: string
  readonly near: string
}
const PALETTES = {
  peach: { sky: ['#3b2a55', '#8b4a73', '#e07f72', '#fbc58a'], sun: '#fff0c4', near: '#1d1430' },
  rose: { sky: ['#2a1f4a', '#6d3570', '#c9577f', '#f7a48d'], sun: '#ffe3cf', near: '#1a1029' },
  amber: { sky: ['#33233f', '#7c3b4c', '#d9713f', '#f8c765'], sun: '#fff4c9', near: '#20121c' },
  lilac: { sky: ['#232a55', '#55508f', '#a678b0', '#f0bfc0'], sun: '#fff2e6', near: '#171a38' },
  teal: { sky: ['#122639', '#23516a', '#6f9c9a', '#f3c99b'], sun: '#fff0d2', near: '#0c1a24' },
  night: { sky: ['#0b0d22', '#171a3d', '#33285c', '#714a78'], sun: '#f6ecdc', near: '#090918' },
  blue: { sky: ['#0f1c3f', '#27427a', '#7d88b9', '#f2b9a5'], sun: '#ffe9d4', near: '#0b1230' },
} as const satisfies Record<string, Palette>
type PaletteName = keyof typeof PALETTES

const stars = (r: Random, w: number, h: number, count: number): string =>
  Array.from(
    { length: count },
    () =>
      `<circle cx="${n(r.between(0, w))}" cy="${n(r.between(0, h) * r.next())}"
        r="${n(r.between(0.6, 2))}" fill="#fff6e8" fill-opacity="${o(r.between(0.3, 0.9))}"/>`,
  ).join('')

const clouds = (
  r: Random,
  w: number,
  from: number,
  to: number,
  colour: string,
  count: number,
): string =>
  Array.from({ length: count }, () => {
    const x = r.between(-0.1, 1) * w
    const y = r.between(from, to)
    const length = r.between(0.18, 0.5) * w
    const thick = r.between(4, 13)
    return Array.from({ length: 5 }, (_, k) => {
      const inset = r.between(0, length * 0.35)
      return `<rect x="${n(x + inset + k * 10)}" y="${n(y + (k - 2) * thick * 0.75)}"
        width="${n(length - inset * 1.5)}" height="${n(thick)}" rx="${n(thick / 2)}"
        fill="${colour}" fill-opacity=".16"/>`
    }).join('')
  }).join('')

const birds = (r: Random, x: number, y: number, colour: string): string =>
  Array.from({ length: r.int(4, 7) }, () => {
    const s = r.between(7, 16)
    const bx = x + r.between(-120, 120)
    const by = y + r.between(-60, 60)
    return `<path d="M${n(bx - s)} ${n(by - s * 0.45)}Q${n(bx - s * 0.4)} ${n(by - s * 0.6)}
      ${n(bx)} ${n(by)}Q${n(bx + s * 0.4)} ${n(by - s * 0.6)} ${n(bx + s)} ${n(by - s * 0.45)}"
      fill="none" stroke="${colour}" stroke-width="2.6" stroke-linecap="round"/>`
  }).join('')

const sun = (x: number, y: number, radius: number, p: Palette): { defs: string; body: string } => ({
  defs: glow('halo', p.sun, 0.75) + vertical('disc', [p.sun, mix(p.sun, p.sky[3], 0.35)]),
  body: `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius * 6.5)}" fill="url(#halo)"
    fill-opacity=".65"/><circle cx="${n(x)}" cy="${n(y)}" r="${n(radius * 2.6)}"
    fill="url(#halo)"/><circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="url(#disc)"/>`,
})

const pine = (x: number, base: number, height: number, colour: string): string => {
  const tiers = 6
  let left = ''
  let right = ''
  for (let i = 0; i <= tiers; i++) {
    const y = base - height + (height * 0.94 * i) / tiers
    const out = (height * 0.23 * (i + 0.4)) / tiers
    left = `L${n(x - out)} ${n(y + height * 0.05)}L${n(x - out * 0.5)} ${n(y)}${left}`
    right += `L${n(x + out * 0.5)} ${n(y)}L${n(x + out)} ${n(y + height * 0.05)}`
  }
  return `<path d="M${n(x)} ${n(base - height)}${right}L${n(x + 3)} ${n(base - height * 0.04)}
    L${n(x + 3)} ${n(base + 12)}L${n(x - 3)} ${n(base + 12)}L${n(x - 3)}
    ${n(base - height * 0.04)}${left}Z" fill="${colour}"/>`
}

const sky = (p: Palette, w: number, horizon: number): { defs: string; body: string } => ({
  defs: vertical('sky', p.sky, [0, 0.38, 0.74, 1]),
  body: `<rect width="${w}" height="${n(horizon + 2)}" fill="url(#sky)"/>`,
})

/** Hills behind one another, the far ones in the colour of the air. */
const hills = (r: Random, p: Palette, w: number, h: number): string => {
  const horizon = h * r.between(0.62, 0.7)
  const s = sky(p, w, horizon + h * 0.16)
  const light = sun(w * r.between(0.25, 0.75), horizon - h * r.between(0.05, 0.2), h * 0.055, p)
  const layers = 6
  let defs = s.defs + light.defs
  let body =
    s.body +
    stars(r, w, h * 0.3, 40) +
    clouds(r, w, h * 0.12, horizon - h * 0.1, p.sun, 6) +
    light.body +
    birds(r, w * r.between(0.2, 0.8), h * 0.3, mix(p.near, p.sky[1], 0.3))
  for (let i = 0; i < layers; i++) {
    const t = (i + 0.4) / layers
    const y = horizon - h * 0.02 + (h - horizon) * t * 0.95
    const colour = mix(mix(p.sky[2], p.sky[1], 0.5), p.near, t)
    defs += vertical(`hill${i}`, [colour, mix(colour, p.sky[3], 0.34 * (1 - t))])
    const line = ridge(r, w, y, h * (0.075 - 0.006 * i), i < 2 ? 0.52 : 0.4, 5)
    body += `<path d="${under(line, h)}" fill="url(#hill${i})"/>`
    if (i >= layers - 2)
      for (const [x, ly] of line)
        if (r.chance(0.55))
          body += pine(
            x + r.between(-14, 14),
            ly + 12,
            h * r.between(0.05, 0.13) * (i === layers - 1 ? 1.5 : 1),
            darker(colour, 0.25),
          )
  }
  return page(w, h, defs, body)
}

/** Sun over the sea with its reflection, a boat. */
const sea = (r: Random, p: Palette, w: number, h: number): string => {
  const horizon = h * r.between(0.5, 0.6)
  const s = sky(p, w, horizon)
  const x = w * r.between(0.32, 0.68)
  const light = sun(x, horizon - h * r.between(0.03, 0.16), h * 0.06, p)
  let body =
    s.body +
    stars(r, w, h * 0.22, 30) +
    clouds(r, w, h * 0.1, horizon - h * 0.06, p.sun, 8) +
    light.body
  const coast = mix(p.sky[1], p.near, 0.35)
  const headland = (width: number, rise: number): string => {
    const line = ridge(r, width, -rise, rise * 0.5, 0.55, 5).map(
      ([lx, ly], i, all): [number, number] => [
        lx,
        horizon + Math.min(-2, ly) * Math.sqrt(1 - i / (all.length - 1)),
      ],
    )
    return under(line, horizon + 1)
  }
  body += `<path d="${headland(w * 0.46, h * 0.07)}" fill="${mix(coast, p.sky[2], 0.45)}"/><g
    transform="translate(${w} 0) scale(-1 1)"><path d="${headland(w * 0.36, h * 0.05)}"
    fill="${mix(coast, p.sky[2], 0.2)}"/></g>`
  body += `<rect y="${n(horizon)}" width="${w}" height="${n(h - horizon)}" fill="url(#water)"/>`
  for (let i = 0; i < 190; i++) {
    const t = r.next() ** 1.6
    const y = horizon + 3 + t * (h - horizon)
    const reach = (0.03 + t * 0.2) * w
    const onRoad = r.chance(0.6)
    const length = r.between(10, 36) * (0.5 + t * 3)
    const cx = onRoad ? x + r.between(-1, 1) * r.next() * reach : r.between(0, w)
    body += `<rect x="${n(cx - length / 2)}" y="${n(y)}" width="${n(length)}"
      height="${n(1.5 + t * 4)}" rx="${n(1 + t * 2)}"
      fill="${onRoad ? p.sun : lighter(p.sky[2], 0.1)}"
      fill-opacity="${o((onRoad ? 0.75 : 0.28) * r.between(0.35, 1))}"/>`
  }
  const bx = x + w * (r.chance(0.5) ? 0.19 : -0.2)
  const by = horizon + h * 0.05
  const b = h * 0.11
  const hull = darker(p.near, 0.1)
  body += `<path d="M${n(bx - b * 0.45)} ${n(by)}L${n(bx + b * 0.5)} ${n(by)}L${n(bx + b * 0.34)}
    ${n(by + b * 0.15)}L${n(bx - b * 0.32)} ${n(by + b * 0.15)}Z" fill="${hull}"/><path d="
    M${n(bx)} ${n(by - b * 0.05)}L${n(bx)} ${n(by - b)}Q${n(bx + b * 0.36)} ${n(by - b * 0.45)}
    ${n(bx + b * 0.42)} ${n(by - b * 0.05)}Z" fill="${mix(p.sun, p.sky[2], 0.35)}"/><path d="
    M${n(bx - b * 0.04)} ${n(by - b * 0.05)}L${n(bx - b * 0.04)} ${n(by - b * 0.86)}
    Q${n(bx - b * 0.28)} ${n(by - b * 0.4)} ${n(bx - b * 0.34)} ${n(by - b * 0.05)}Z"
    fill="${mix(p.sun, p.sky[1], 0.5)}"/>`
  body += birds(r, w - bx, h * 0.28, mix(p.near, p.sky[1], 0.2))
  return page(
    w,
    h,
    s.defs +
      light.defs +
      vertical(
        'water',
        [mix(p.sky[3], p.sky[2], 0.35), mix(p.sky[1], p.near, 0.25), darker(p.near, 0.1)],
        [0, 0.45, 1],
      ),
    body,
  )
}

/** Snowy summits and their reflection in a lake. */
const lake = (r: Random, p: Palette, w: number, h: number): string => {
  const shore = h * 0.6
  const s = sky(p, w, shore)
  const light = sun(w * r.between(0.2, 0.8), shore - h * 0.3, h * 0.035, p)
  let mountains = ''
  for (let i = 0; i < 3; i++) {
    const colour = mix(mix(p.sky[2], p.sky[1], 0.6), p.near, i * 0.3)
    const base = shore - h * (0.24 - i * 0.09)
    const line = ridge(r, w, base, h * (0.2 - i * 0.06), 0.5, 6)
    mountains += `<path d="${under(line, shore, false)}" fill="${colour}"/>`
    if (i === 0) {
      const snow = line.map(([x, y]): [number, number] => [
        x,
        Math.max(y, Math.min(y + h * 0.055 + r.between(-14, 14), base + h * 0.02)),
      ])
      mountains += `<path d="M${line.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}L${snow
        .reverse()
        .map(([x, y]) => `${n(x)} ${n(y)}`)
        .join('L')}Z" fill="${lighter(p.sky[3], 0.35)}" fill-opacity=".8"/>`
    }
  }
  for (let i = 0; i < 70; i++)
    mountains += pine(
      r.between(0, w),
      shore + 2,
      h * r.between(0.03, 0.085),
      darker(mix(p.sky[1], p.near, 0.8), r.between(0, 0.3)),
    )
  const above =
    s.body +
    stars(r, w, h * 0.28, 60) +
    clouds(r, w, h * 0.1, h * 0.3, p.sun, 5) +
    light.body +
    mountains
  let ripples = ''
  for (let i = 0; i < 90; i++) {
    const t = r.next()
    const length = r.between(30, 120) * (0.4 + t * 2)
    ripples += `<rect x="${n(r.between(-50, w))}" y="${n(shore + 6 + t * (h - shore))}"
      width="${n(length)}" height="${n(1 + t * 3)}" rx="1.5" fill="${p.sun}"
      fill-opacity="${o(r.between(0.04, 0.16))}"/>`
  }
  return page(
    w,
    h,
    s.defs + light.defs + vertical('veil', [mix(p.sky[2], p.near, 0.25), darker(p.near, 0.15)]),
    `<g id="above">${above}</g><g transform="translate(0 ${n(shore * 2)}) scale(1 -1)"><use
      href="#above"/></g><rect y="${n(shore)}" width="${w}" height="${n(h - shore)}"
      fill="url(#veil)" fill-opacity=".62"/>${ripples}<rect y="${n(shore - 1)}" width="${w}"
      height="3" fill="${p.sun}" fill-opacity=".2"/>`,
  )
}

/** Lit windows along a river, at night. */
const city = (r: Random, p: Palette, w: number, h: number): string => {
  const quay = h * 0.68
  const s = sky(p, w, quay)
  const light = sun(w * r.between(0.15, 0.85), h * 0.2, h * 0.045, p)
  const lamps = ['#ffd991', '#ffc46b', '#ffe9bd', '#f79d62']
  let rows = ''
  for (let layer = 0; layer < 3; layer++) {
    const colour = mix(mix(p.sky[2], p.sky[1], 0.5), p.near, 0.35 + layer * 0.32)
    for (let x = -20; x < w;) {
      const width = w * r.between(0.035, 0.075)
      const height = h * r.between(0.12, 0.34) * (1.15 - layer * 0.24)
      const top = quay - height
      rows += r.chance(0.35)
        ? `<path d="M${n(x)} ${n(quay)}L${n(x)} ${n(top)}L${n(x + width / 2)}
          ${n(top - h * 0.035)}L${n(x + width)} ${n(top)}L${n(x + width)} ${n(quay)}Z"
          fill="${colour}"/>`
        : `<rect x="${n(x)}" y="${n(top)}" width="${n(width)}" height="${n(height)}"
          fill="${colour}"/>
          ${
            r.chance(0.4)
              ? `<rect x="${n(x + width * 0.6)}" y="${n(top - 16)}" width="9" height="18"
  fill="${colour}"/>`
              : ''
          }`
      const columns = Math.max(2, Math.floor(width / 19))
      for (let wy = top + 16; wy < quay - 22; wy += 25)
        for (let c = 0; c < columns; c++)
          if (r.chance(layer === 0 ? 0.22 : 0.36))
            rows += `<rect x="${n(x + 7 + (c * (width - 12)) / columns)}" y="${n(wy)}" width="8"
              height="12" rx="1" fill="${r.pick(lamps)}"
              fill-opacity="${o(r.between(0.35, 1) * (0.55 + layer * 0.2))}"/>`
      x += width + r.between(-6, layer === 2 ? 26 : 4)
    }
  }
  let quayLights = ''
  let reflections = ''
  for (let x = 30; x < w; x += w * 0.047) {
    quayLights += `<circle cx="${n(x)}" cy="${n(quay - 14)}" r="34" fill="url(#lamp)"/><circle
      cx="${n(x)}" cy="${n(quay - 14)}" r="4.5" fill="#fff1cf"/><rect x="${n(x - 1.3)}"
      y="${n(quay - 10)}" width="2.6" height="12" fill="${p.near}"/>`
    for (let k = 0; k < 13; k++) {
      const t = k / 13
      const half = 5 + t * 12 + r.between(-3, 5)
      reflections += `<rect x="${n(x - half + r.between(-7, 7))}"
        y="${n(quay + 10 + t * (h - quay) * 0.78)}" width="${n(half * 2)}" height="5" rx="2.5"
        fill="${r.pick(lamps)}" fill-opacity="${o(0.6 * (1 - t))}"/>`
    }
  }
  return page(
    w,
    h,
    s.defs +
      light.defs +
      glow('lamp', '#ffcf86', 0.8) +
      vertical('river', [mix(p.sky[2], p.near, 0.5), darker(p.near, 0.2)]),
    `${s.body}${stars(r, w, h * 0.4, 110)}${light.body}${rows}<rect y="${n(quay)}" width="${w}"
      height="${n(h - quay)}" fill="url(#river)"/>${reflections}<rect y="${n(quay - 2)}"
      width="${w}" height="7" fill="${darker(p.near, 0.3)}"/>${quayLights}`,
  )
}

/** Pines in the mist, row after row. */
const forest = (r: Random, p: Palette, w: number, h: number): string => {
  const s = sky(p, w, h)
  const light = sun(w * r.between(0.3, 0.7), h * r.between(0.34, 0.44), h * 0.06, p)
  let defs = s.defs + light.defs
  let body = s.body + stars(r, w, h * 0.3, 50) + light.body
  const ranks = 6
  for (let i = 0; i < ranks; i++) {
    const t = i / (ranks - 1)
    const colour = mix(mix(p.sky[3], p.sky[2], 0.5), p.near, 0.22 + t * 0.78)
    const base = h * (0.56 + t * 0.4)
    const line = ridge(r, w, base, h * 0.045, 0.45, 4)
    body += `<path d="${under(line, h)}" fill="${colour}"/>`
    const count = Math.round(46 - t * 30)
    for (let k = 0; k < count; k++) {
      const x = ((k + r.between(-0.4, 0.4)) / (count - 1)) * w
      const at =
        line[Math.min(line.length - 1, Math.max(0, Math.round((x / w) * (line.length - 1))))]
      body += pine(
        x,
        (at?.[1] ?? base) + h * 0.02,
        h * r.between(0.11, 0.19) * (0.7 + t * 1.5),
        colour,
      )
    }
    if (i < ranks - 1) {
      defs += `<linearGradient id="mist${i}" x1="0" y1="0" x2="0" y2="1"><stop offset="0"
        stop-color="${lighter(p.sky[3], 0.2)}" stop-opacity="0"/><stop offset="1"
        stop-color="${lighter(p.sky[3], 0.2)}" stop-opacity="${o(0.5 - t * 0.3)}"/>
        </linearGradient>`
      body += `<rect y="${n(base - h * 0.06)}" width="${w}" height="${n(h * 0.2)}"
        fill="url(#mist${i})"/>`
    }
  }
  return page(w, h, defs, body)
}

/** Rows of lavender, or of vines, that run to the horizon. */
const rows = (r: Random, p: Palette, w: number, h: number): string => {
  const horizon = h * 0.5
  const s = sky(p, w, horizon)
  const x = w * r.between(0.35, 0.65)
  const light = sun(x, horizon - h * 0.08, h * 0.055, p)
  const flower = r.pick(['#7a4fa3', '#8c4a7f', '#4f6b4a'])
  let body = s.body + clouds(r, w, h * 0.08, horizon - h * 0.08, p.sun, 9) + light.body
  for (let i = 0; i < 2; i++)
    body += `<path
      d="${under(ridge(r, w, horizon - h * (0.05 - i * 0.03), h * 0.035, 0.45, 5), horizon + 2)}"
      fill="${mix(mix(p.sky[2], p.sky[1], 0.6), p.near, 0.15 + i * 0.3)}"/>`
  body += `<rect y="${n(horizon)}" width="${w}" height="${n(h - horizon)}" fill="url(#earth)"/>`
  const lanes = 26
  for (let i = -lanes; i <= lanes; i++) {
    const top = x + i * w * 0.016
    const bottom = x + i * w * 0.135
    const half = w * 0.042
    body += `<path d="M${n(top - 3)} ${n(horizon)}L${n(bottom - half)} ${n(h)}L${n(bottom + half)}
      ${n(h)}L${n(top + 3)} ${n(horizon)}Z" fill="url(#lane)"/>`
    for (let k = 0; k < 26; k++) {
      const t = ((k + r.next()) / 26) ** 1.9
      const cx = top + (bottom - top) * t + r.between(-1, 1) * (3 + half * 0.8 * t)
      if (cx > -40 && cx < w + 40)
        body += `<ellipse cx="${n(cx)}" cy="${n(horizon + t * (h - horizon) - 4 * t)}"
          rx="${n(2 + t * 17)}" ry="${n(1.5 + t * 12)}"
          fill="${mix(mix(flower, p.sky[3], 0.5 * r.next()), p.near, r.between(0, 0.5) * (0.5 + t * 0.5))}"
          fill-opacity=".75"/>`
    }
  }
  return page(
    w,
    h,
    s.defs +
      light.defs +
      vertical('earth', [mix(p.sky[2], p.near, 0.5), darker(p.near, 0.1)]) +
      vertical('lane', [mix(flower, p.sky[3], 0.35), mix(flower, p.near, 0.45)]),
    body,
  )
}

const KINDS = { hills, sea, lake, city, forest, rows } as const
type LandscapeKind = keyof typeof KINDS

/** A landscape at dusk; the same name draws the same one. */
export const landscape = (
  name: string,
  kind: LandscapeKind,
  palette: PaletteName,
  width = 1600,
  height = 1067,
): Drawing => ({
  width,
  height,
  svg: KINDS[kind](random(name), PALETTES[palette], width, height),
})
