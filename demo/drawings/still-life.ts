import { random, type Random } from '../random'
import { darker, glow, lighter, mix, n, o, page, vertical, type Drawing } from './svg'

const WALLS = {
  plum: ['#170c18', '#3a1a33', '#5d2a40'],
  green: ['#0a1514', '#17322f', '#2f4b3d'],
  blue: ['#0b0f20', '#1b2748', '#41406a'],
  ochre: ['#1a0f0c', '#43261c', '#7a4a2b'],
} as const
type WallName = keyof typeof WALLS

/** Lights out of focus, far behind. */
const bokeh = (r: Random, w: number, h: number, count: number): string =>
  Array.from({ length: count }, () => {
    const size = r.between(14, 58)
    const colour = r.pick(['#ffcb7d', '#ff9c6b', '#ffdfa8', '#f28a8a', '#ffb45e'])
    const x = r.between(0, w)
    const y = r.between(0, h)
    return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(size)}" fill="${colour}"
      opacity="${o(r.between(0.06, 0.26))}"/><circle cx="${n(x)}" cy="${n(y)}" r="${n(size)}"
      fill="none" stroke="${colour}" stroke-width="2" opacity=".14"/>`
  }).join('')

const candle = (r: Random, x: number, base: number, height: number): string => {
  const half = r.between(24, 36)
  const top = base - height
  const lean = r.between(-4, 4)
  return `<ellipse cx="${n(x)}" cy="${n(base)}" rx="${n(half * 2.2)}" ry="${n(half * 0.5)}"
    fill="#b98b4f"/><ellipse cx="${n(x)}" cy="${n(base - 6)}" rx="${n(half * 2)}"
    ry="${n(half * 0.42)}" fill="#e3bd7d"/>
<path d="M${n(x - half)} ${n(top)}L${n(x - half)} ${n(base - 8)}A${n(half)} ${n(half * 0.28)} 0 0
    0 ${n(x + half)} ${n(base - 8)}L${n(x + half)} ${n(top)}Z" fill="url(#wax)"/><ellipse
    cx="${n(x)}" cy="${n(top)}" rx="${n(half)}" ry="${n(half * 0.28)}" fill="#fff0cf"/><ellipse
    cx="${n(x)}" cy="${n(top)}" rx="${n(half * 0.55)}" ry="${n(half * 0.14)}" fill="#f6cf8c"/>
<circle cx="${n(x)}" cy="${n(top - 40)}" r="330" fill="url(#flame-glow)"/><path d="M${n(x)}
    ${n(top)}L${n(x + lean * 0.4)} ${n(top - 20)}" stroke="#4a2c20" stroke-width="4"
    stroke-linecap="round"/>
<path d="M${n(x)} ${n(top - 8)}C${n(x - 25)} ${n(top - 28)} ${n(x - 14 + lean)} ${n(top - 58)}
    ${n(x + lean * 2)} ${n(top - 96)}C${n(x + 16 + lean)} ${n(top - 58)} ${n(x + 25)}
    ${n(top - 28)} ${n(x)} ${n(top - 8)}Z" fill="url(#flame)"/><path d="M${n(x)} ${n(top - 12)}
    C${n(x - 11)} ${n(top - 24)} ${n(x - 6)} ${n(top - 38)} ${n(x + lean * 0.8)} ${n(top - 56)}
    C${n(x + 8)} ${n(top - 38)} ${n(x + 11)} ${n(top - 24)} ${n(x)} ${n(top - 12)}Z"
    fill="#fffbe9"/>`
}

const glass = (x: number, base: number, s: number, wine: string): string => {
  const top = base - 340 * s
  const bowl = base - 150 * s
  const half = 78 * s
  const level = top + 78 * s
  return `<ellipse cx="${n(x)}" cy="${n(base)}" rx="${n(64 * s)}" ry="${n(13 * s)}" fill="#ffffff"
    opacity=".2"/><ellipse cx="${n(x)}" cy="${n(base - 3)}" rx="${n(64 * s)}" ry="${n(12 * s)}"
    fill="none" stroke="#fff" stroke-width="2" opacity=".5"/>
<path d="M${n(x - 4 * s)} ${n(base - 6)}L${n(x - 4 * s)} ${n(bowl)}L${n(x + 4 * s)} ${n(bowl)}
    L${n(x + 4 * s)} ${n(base - 6)}Z" fill="#fff" opacity=".4"/>
<path d="M${n(x - half * 0.99)} ${n(level)}C${n(x - half * 1.05)} ${n(bowl - 40 * s)}
    ${n(x - half * 0.5)} ${n(bowl)} ${n(x)} ${n(bowl)}C${n(x + half * 0.5)} ${n(bowl)}
    ${n(x + half * 1.05)} ${n(bowl - 40 * s)} ${n(x + half * 0.99)} ${n(level)}Z" fill="${wine}"/>
    <ellipse cx="${n(x)}" cy="${n(level)}" rx="${n(half * 0.99)}" ry="${n(13 * s)}"
    fill="${lighter(wine, 0.22)}"/>
<path d="M${n(x - half * 0.82)} ${n(top)}C${n(x - half * 1.25)} ${n(bowl - 70 * s)}
    ${n(x - half * 0.6)} ${n(bowl)} ${n(x)} ${n(bowl)}C${n(x + half * 0.6)} ${n(bowl)}
    ${n(x + half * 1.25)} ${n(bowl - 70 * s)} ${n(x + half * 0.82)} ${n(top)}Z" fill="#fff"
    opacity=".1"/><ellipse cx="${n(x)}" cy="${n(top)}" rx="${n(half * 0.82)}" ry="${n(11 * s)}"
    fill="none" stroke="#fff" stroke-width="2.5" opacity=".6"/>
<path d="M${n(x - half * 0.72)} ${n(top + 34 * s)}C${n(x - half * 0.95)} ${n(bowl - 90 * s)}
    ${n(x - half * 0.78)} ${n(bowl - 50 * s)} ${n(x - half * 0.6)} ${n(bowl - 34 * s)}"
    fill="none" stroke="#fff" stroke-width="${n(7 * s)}" stroke-linecap="round" opacity=".45"/>`
}

const fig = (x: number, y: number, s: number, open: boolean): string =>
  open
    ? `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(50 * s)}" ry="${n(46 * s)}" fill="#4a2340"/>
      <ellipse cx="${n(x)}" cy="${n(y - 3)}" rx="${n(44 * s)}" ry="${n(40 * s)}" fill="#f0d3b0"/>
      <ellipse cx="${n(x)}" cy="${n(y - 2)}" rx="${n(33 * s)}" ry="${n(30 * s)}" fill="#c1495b"/>
      ${Array.from(
        { length: 22 },
        (_, i) => `<circle
  cx="${n(x + Math.cos(i * 2.4) * Math.sqrt(i) * 6 * s)}"
  cy="${n(y - 2 + Math.sin(i * 2.4) * Math.sqrt(i) * 5.4 * s)}" r="${n(2.6 * s)}"
  fill="#f7d9a4"/>`,
      ).join('')}`
    : `<path d="M${n(x)} ${n(y - 72 * s)}C${n(x + 14 * s)} ${n(y - 46 * s)} ${n(x + 56 * s)}
      ${n(y - 30 * s)} ${n(x + 52 * s)} ${n(y + 12 * s)}C${n(x + 48 * s)} ${n(y + 52 * s)}
      ${n(x - 48 * s)} ${n(y + 52 * s)} ${n(x - 52 * s)} ${n(y + 12 * s)}C${n(x - 56 * s)}
      ${n(y - 30 * s)} ${n(x - 14 * s)} ${n(y - 46 * s)} ${n(x)} ${n(y - 72 * s)}Z"
      fill="url(#fig)"/>`

/** A table by candle light: candles, two glasses, figs. */
const table = (
  r: Random,
  wall: readonly [string, string, string],
  w: number,
  h: number,
): string => {
  const edge = h * 0.7
  const wine = r.pick(['#7c1f36', '#8f2a3f', '#e0a95c', '#d98a86'])
  const right = r.chance(0.5)
  const side = (share: number): number => w * (right ? share : 1 - share)
  let figs = ''
  for (let i = 0; i < 4; i++)
    figs += fig(
      side(0.72) + (i - 1.5) * w * 0.062,
      edge + h * (i % 2 === 0 ? 0.12 : 0.15),
      r.between(0.95, 1.2),
      i % 2 === 1,
    )
  return page(
    w,
    h,
    glow('flame-glow', '#ffb65c', 0.62) +
      vertical('wall', wall) +
      vertical('wood', [mix(wall[2], '#a2683e', 0.45), darker(wall[1], 0.5)]) +
      vertical('wax', ['#ffe9bd', '#efcf9a', '#b98d5f'], [0, 0.3, 1]) +
      vertical('flame', ['#ffb545', '#ffd976', '#ff9a3c']) +
      `<radialGradient id="fig" cx=".36" cy=".4" r=".7"><stop offset="0" stop-color="#a0628c"/>
        <stop offset=".5" stop-color="#5c2b52"/><stop offset="1" stop-color="#2a1229"/>
        </radialGradient>`,
    `<rect width="${w}" height="${h}" fill="url(#wall)"/>${bokeh(r, w, edge * 0.85, 26)}<rect
      y="${n(edge)}" width="${w}" height="${n(h - edge)}" fill="url(#wood)"/><rect y="${n(edge)}"
      width="${w}" height="4" fill="#ffd9a0" opacity=".3"/>
${candle(r, side(0.3), edge + h * 0.07, h * 0.34)}
      ${candle(r, side(0.405), edge + h * 0.12, h * 0.22)}
      ${candle(r, side(0.2), edge + h * 0.13, h * 0.16)}
${glass(side(0.56), edge + h * 0.16, 1.18, wine)}${glass(side(0.85), edge + h * 0.08, 1.02, wine)}
      ${figs}`,
  )
}

/** A curtain at the left (`flip` 1) or right (-1) edge. */
const curtain = (
  x: number,
  flip: number,
  wall: readonly [string, string, string],
  w: number,
  h: number,
): string =>
  Array.from(
    { length: 7 },
    (_, i) =>
      `<path d="M${n(x + flip * i * w * 0.023)} 0C${n(x + flip * (i * w * 0.023 + 26))}
        ${n(h * 0.3)} ${n(x + flip * (i * w * 0.02 - 14))} ${n(h * 0.6)}
        ${n(x + flip * (i * w * 0.021 + 8))} ${h}L${n(x + flip * ((i + 1.3) * w * 0.021))} ${h}
        C${n(x + flip * ((i + 1) * w * 0.02))} ${n(h * 0.6)}
        ${n(x + flip * ((i + 1) * w * 0.023 + 24))} ${n(h * 0.3)}
        ${n(x + flip * (i + 1.2) * w * 0.023)} 0Z"
        fill="${i % 2 === 0 ? mix(wall[2], '#b4496b', 0.3) : mix(wall[1], '#b4496b', 0.22)}"/>`,
  ).join('')

const cup = (x: number, y: number): string =>
  `<ellipse cx="${n(x)}" cy="${n(y + 4)}" rx="92" ry="15" fill="#e9d6bd"/><path d="M${n(x - 56)}
    ${n(y - 86)}C${n(x - 54)} ${n(y - 20)} ${n(x - 32)} ${n(y)} ${n(x)} ${n(y)}C${n(x + 32)}
    ${n(y)} ${n(x + 54)} ${n(y - 20)} ${n(x + 56)} ${n(y - 86)}Z" fill="#f3e6d3"/><path d="
    M${n(x + 53)} ${n(y - 70)}c44 -6 44 50 -8 46" fill="none" stroke="#f3e6d3"
    stroke-width="11"/><ellipse cx="${n(x)}" cy="${n(y - 86)}" rx="56" ry="12" fill="#e2cdb0"/>
    <ellipse cx="${n(x)}" cy="${n(y - 84)}" rx="46" ry="8" fill="#6b3d2a"/>
    ${[-14, 12]
      .map(
        (dx) => `<path d="M${n(x + dx)} ${n(y - 102)}c-20 -30 22 -42 4 -78c-10 -22 10 -34 4
-50" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".16"/>`,
      )
      .join('')}`

/** A bay window on the evening, a lamp, a plant, two cups. */
const window = (
  r: Random,
  wall: readonly [string, string, string],
  w: number,
  h: number,
): string => {
  const sill = h * 0.74
  const panes: string[] = []
  const left = w * 0.16
  const top = h * 0.1
  const width = w * 0.68
  const height = sill - top
  for (let i = 0; i < 26; i++)
    panes.push(
      `<circle cx="${n(left + r.between(0.02, 0.98) * width)}"
        cy="${n(sill - r.between(0.06, 0.4) * height)}" r="${n(r.between(5, 22))}"
        fill="${r.pick(['#ffd28a', '#ff9f70', '#ffe6b8', '#f2a0a0'])}"
        opacity="${o(r.between(0.25, 0.75))}"/>`,
    )
  for (let i = 0; i < 70; i++) {
    const x = left + r.next() * width
    const y = top + r.next() * height
    panes.push(
      `<rect x="${n(x)}" y="${n(y)}" width="2" height="${n(r.between(6, 34))}" rx="1" fill="#fff"
        opacity="${o(r.between(0.06, 0.22))}"/>`,
    )
  }
  const frame = mix(wall[2], '#d8b48a', 0.25)
  const bars =
    [0.333, 0.667]
      .map(
        (x) =>
          `<rect x="${n(left + width * x - 8)}" y="${n(top)}" width="16" height="${n(height)}"
            fill="${frame}"/>`,
      )
      .join('') +
    `<rect x="${n(left)}" y="${n(top + height * 0.36)}" width="${n(width)}" height="14"
      fill="${frame}"/>`
  const px = left + width * 0.83
  const leaves = Array.from({ length: 11 }, (_, i) => {
    const a = -Math.PI * (0.1 + (i / 10) * 0.8)
    const l = r.between(130, 220)
    return `<path d="M${n(px)} ${n(sill - 100)}Q${n(px + Math.cos(a) * l * 0.5 - 26)}
      ${n(sill - 100 + Math.sin(a) * l * 0.7)} ${n(px + Math.cos(a) * l)}
      ${n(sill - 100 + Math.sin(a) * l)}Q${n(px + Math.cos(a) * l * 0.5 + 26)}
      ${n(sill - 100 + Math.sin(a) * l * 0.45)} ${n(px)} ${n(sill - 100)}Z"
      fill="${mix('#2f5a48', '#0f241f', r.between(0, 0.6))}"/>`
  }).join('')
  return page(
    w,
    h,
    vertical('wall', [wall[1], wall[0]]) +
      vertical('dusk', ['#20204a', '#5a3f74', '#b8637c', '#f2a878']) +
      glow('lamp', '#ffc57a', 0.75) +
      vertical('board', [mix(wall[2], '#c98f5c', 0.5), darker(wall[1], 0.4)]),
    `<rect width="${w}" height="${h}" fill="url(#wall)"/><rect x="${n(left - 16)}"
      y="${n(top - 16)}" width="${n(width + 32)}" height="${n(height + 16)}" fill="${frame}"/>
      <rect x="${n(left)}" y="${n(top)}" width="${n(width)}" height="${n(height)}"
      fill="url(#dusk)"/>${panes.join('')}${bars}
<rect x="${n(left - 70)}" y="${n(sill)}" width="${n(width + 140)}" height="${n(h - sill)}"
      fill="url(#board)"/><rect x="${n(left - 70)}" y="${n(sill)}" width="${n(width + 140)}"
      height="5" fill="#ffdfb0" opacity=".4"/>${leaves}<path d="M${n(px - 58)}
      ${n(sill - 104)}h116l-16 116h-84z" fill="#b5624a"/><rect x="${n(px - 64)}"
      y="${n(sill - 112)}" width="128" height="24" rx="5" fill="#c97a5c"/>
<circle cx="${n(w * 0.3)}" cy="${n(sill - 40)}" r="420" fill="url(#lamp)" opacity=".7"/>
      ${cup(w * 0.4, sill + h * 0.09)}${cup(w * 0.55, sill + h * 0.13)}${curtain(0, 1, wall, w, h)}
      ${curtain(w, -1, wall, w, h)}`,
  )
}

const KINDS = { table, window } as const
type StillKind = keyof typeof KINDS

/** An evening indoors; the same name draws the same one. */
export const stillLife = (
  name: string,
  kind: StillKind,
  wall: WallName,
  width = 1600,
  height = 1067,
): Drawing => ({
  width,
  height,
  svg: KINDS[kind](random(name), WALLS[wall], width, height),
})
