import { random } from '../random'
import { hairOf, type HairStyle } from './hair'
import { darker, glow, lighter, mix, n, o, page, type Drawing } from './svg'

const SKINS = {
  porcelain: '#f3cdb4',
  fair: '#ecbc9a',
  peach: '#e3a983',
  olive: '#cf9a6c',
  honey: '#b97f52',
  bronze: '#96613d',
  brown: '#754629',
  deep: '#55321f',
} as const
const HAIRS = {
  black: '#241a1d',
  espresso: '#3b2520',
  chestnut: '#5f3624',
  auburn: '#8a3d22',
  copper: '#b8592b',
  blond: '#d3a55e',
  ash: '#a58a6c',
  silver: '#b9b4b8',
  white: '#e4ded9',
} as const
const GROUNDS = {
  dusk: ['#f2a878', '#b8527a', '#4a2a5e'],
  rose: ['#f6b8a0', '#cf5f77', '#70284f'],
  amber: ['#f8d08a', '#dd8148', '#7c3432'],
  plum: ['#c77aa0', '#7d3a6c', '#331a3d'],
  lagoon: ['#f0c7a0', '#6c9c98', '#1f4856'],
  night: ['#8a80bd', '#453f80', '#171838'],
  olive: ['#ecd49a', '#98935a', '#3d4531'],
  brick: ['#f0a583', '#b8523f', '#54211f'],
} as const satisfies Record<string, readonly [string, string, string]>

export interface FaceLook {
  readonly skin: keyof typeof SKINS
  readonly hair: keyof typeof HAIRS
  readonly style: HairStyle
  readonly ground: keyof typeof GROUNDS
  readonly top: string
  readonly beard?: 'stubble' | 'short' | 'full' | 'moustache'
  readonly glasses?: 'round' | 'square'
  readonly earrings?: boolean
  readonly lips?: string
  readonly eyes?: 'open' | 'smiling'
  readonly scarf?: string
}

const GLASSES = {
  round: '<circle cx="-42" cy="2" r="33"/><circle cx="42" cy="2" r="33"/>',
  square:
    '<rect x="-76" y="-24" width="66" height="50" rx="13"/>' +
    '<rect x="10" y="-24" width="66" height="50" rx="13"/>',
}

const beardOf = (beard: FaceLook['beard'], colour: string): string => {
  const full = `M-103 4C-104 70 -62 136 0 138C62 136 104 70 103 4C96 30 80 42 58 44C40 34 20 32 0 38C-20 32
      -40 34 -58 44C-80 42 -96 30 -103 4Z`
  switch (beard) {
    case 'full':
      return `<path d="${full}" fill="${colour}"/>`
    case 'short':
      return `<path d="M-101 16C-98 74 -58 128 0 130C58 128 98 74 101 16C94 50 78 62 56 58C38 40
        18 40 0 46C-18 40 -38 40 -56 58C-78 62 -94 50 -101 16Z" fill="${colour}" opacity=".92"/>`
    case 'stubble':
      return `<path d="${full}" fill="${colour}" opacity=".26"/>`
    case 'moustache':
      return `<path d="M0 40C-16 30 -44 34 -54 54C-36 52 -16 56 0 50C16 56 36 52 54 54C44 34 16 30
        0 40Z" fill="${colour}"/>`
    default:
      return ''
  }
}

/** Head and shoulders around (0, 0): about 440 wide, from -230 to 330. */
const bust = (look: FaceLook): string => {
  const skin = SKINS[look.skin]
  const hair = HAIRS[look.hair]
  const shadow = mix(skin, '#5b1f2a', 0.26)
  const line = mix(darker(skin, 0.62), hair, 0.25)
  const h = hairOf(look.style, hair)
  const brow =
    look.hair === 'white' || look.hair === 'silver' ? darker(hair, 0.3) : darker(hair, 0.2)
  const blush = mix(skin, '#d8434f', 0.6)
  const lips = look.lips ?? mix(skin, '#a8323f', 0.42)
  const eyes =
    look.eyes === 'smiling'
      ? `<path d="M-58 2C-50 -12 -32 -12 -24 2M24 2C32 -12 50 -12 58 2" fill="none"
        stroke="${line}" stroke-width="7" stroke-linecap="round"/>`
      : `<ellipse cx="-41" cy="0" rx="19" ry="12.5" fill="#fff8f0"/><ellipse cx="41" cy="0"
        rx="19" ry="12.5" fill="#fff8f0"/><circle cx="-40" cy="0" r="11.5"
        fill="${mix('#3a2418', hair, 0.2)}"/><circle cx="42" cy="0" r="11.5"
        fill="${mix('#3a2418', hair, 0.2)}"/><circle cx="-36" cy="-4" r="3.6" fill="#fff"/><circle
        cx="46" cy="-4" r="3.6" fill="#fff"/><path d="M-63 -1C-56 -17 -27 -18 -20 -3M20 -3C27 -18
        56 -17 63 -1" fill="none" stroke="${line}" stroke-width="6.5" stroke-linecap="round"/>`
  const frames =
    look.glasses === undefined
      ? ''
      : `<g fill="#fff" fill-opacity=".12" stroke="#2d1d22" stroke-width="6">
        ${GLASSES[look.glasses]}
        </g><path d="M-11 -2C-5 -8 5 -8 11 -2M-76 -4L-101 -10M76 -4L101 -10" fill="none"
        stroke="#2d1d22" stroke-width="6"/>`
  const ears = `<ellipse cx="-102" cy="10" rx="17" ry="25" fill="${skin}"/><ellipse cx="102"
    cy="10" rx="17" ry="25" fill="${skin}"/><path d="M-106 2c-6 6 -4 14 2 18M106 2c6 6 4 14 -2 18"
    fill="none" stroke="${shadow}" stroke-width="4" stroke-linecap="round"/>`
  return `${h.back}<path d="M-40 84L-42 178C-120 192 -208 216 -226 440L226 440C208 216 120 192 42
    178L40 84Z" fill="${skin}"/><path d="M-41 118C-20 152 20 152 41 118L42 178C20 196 -20 196 -42
    178Z" fill="${shadow}" opacity=".75"/>
<path d="M-62 184C-140 196 -218 226 -240 440L240 440C218 226 140 196 62 184C44 226 -44 226 -62 184
    Z" fill="${look.top}"/><path d="M-62 184C-44 226 44 226 62 184" fill="none"
    stroke="${darker(look.top, 0.3)}" stroke-width="7"/><path d="M-150 352C-150 300 -140 270 -128
    250M150 352C150 300 140 270 128 250" fill="none" stroke="${darker(look.top, 0.25)}"
    stroke-width="5" opacity=".7"/>
${
  look.scarf
    ? `<path d="M-84 156C-60 196 60 196 84 156C104 176 104 206 86 222C40 250 -44 250 -88
  222C-104 204 -104 176 -84 156Z" fill="${look.scarf}"/><path d="M20 214C50 240 56 330 50 440L98
  440C100 340 84 236 62 210Z" fill="${darker(look.scarf, 0.18)}"/>`
    : ''
}
${ears}
    ${
      look.earrings
        ? `<circle cx="-104" cy="44" r="8" fill="#f0cd7e"/><circle cx="104" cy="44" r="8"
  fill="#f0cd7e"/>`
        : ''
    }
<path d="M-104 -24C-104 -96 -60 -138 0 -138C60 -138 104 -96 104 -24C104 62 62 130 0 132C-62 130
    -104 62 -104 -24Z" fill="${skin}"/><path d="M30 -134C78 -122 104 -82 104 -24C104 62 62 130 0
    132C56 108 84 50 80 -24C78 -74 62 -112 30 -134Z" fill="${shadow}" opacity=".28"/>
<ellipse cx="-60" cy="40" rx="24" ry="15" fill="${blush}" opacity=".26"/><ellipse cx="60" cy="40"
    rx="24" ry="15" fill="${blush}" opacity=".26"/>
${beardOf(look.beard, hair)}<path d="M-66 -30C-56 -42 -34 -43 -22 -34M22 -34C34 -43 56 -42 66 -30"
    fill="none" stroke="${brow}" stroke-width="8.5" stroke-linecap="round"/>${eyes}
<path d="M-4 4C-6 18 -14 26 -10 33C-4 38 6 38 12 32" fill="none" stroke="${shadow}"
    stroke-width="6" stroke-linecap="round"/>
${
  look.lips
    ? `<path d="M-33 66C-20 56 -8 56 0 61C8 56 20 56 33 66C20 92 -20 92 -33 66Z"
  fill="${lips}"/><path d="M-33 66C-14 72 14 72 33 66" fill="none" stroke="${darker(lips, 0.35)}"
  stroke-width="3.5"/>`
    : `<path d="M-35 63C-18 69 18 69 35 63C30 92 -30 92 -35 63Z"
    fill="#7c2b30"/><path d="M-29 66C-12 71 12 71 29 66C27 75 -27 75 -29 66Z" fill="#fff6ec"/>`
}
${h.front}${frames}`
}

const ground = (
  name: string,
  colours: readonly [string, string, string],
  w: number,
  h: number,
): { defs: string; body: string } => {
  const r = random(name)
  let body = `<rect width="${w}" height="${h}" fill="url(#ground)"/><circle cx="${n(w * 0.5)}"
    cy="${n(h * 0.42)}" r="${n(Math.min(w, h) * 0.62)}" fill="url(#aura)"/>`
  for (let i = 0; i < 9; i++)
    body += `<circle cx="${n(r.between(0, w))}" cy="${n(r.between(0, h))}"
      r="${n(r.between(0.03, 0.13) * w)}" fill="${lighter(colours[0], 0.3)}"
      opacity="${o(r.between(0.05, 0.13))}"/>`
  return {
    defs: `<linearGradient id="ground" x1="0" y1="0" x2=".55" y2="1"><stop offset="0"
      stop-color="${colours[0]}"/><stop offset=".5" stop-color="${colours[1]}"/><stop offset="1"
      stop-color="${colours[2]}"/></linearGradient>
      ${glow('aura', lighter(colours[0], 0.4), 0.75)}`,
    body,
  }
}

/** A square portrait. */
export const portrait = (name: string, look: FaceLook, side = 512): Drawing => {
  const g = ground(name, GROUNDS[look.ground], side, side)
  return {
    width: side,
    height: side,
    svg: page(
      side,
      side,
      g.defs,
      `${g.body}<g transform="translate(${side / 2} ${n(side * 0.53)}) scale(${o(side / 490)})">
        ${bust(look)}</g>`,
    ),
  }
}

/** One or two people side by side; with `hidden`, their faces are marked for blurring. */
export const people = (
  name: string,
  looks: readonly FaceLook[],
  hidden: boolean,
  width = 1600,
  height = 1200,
): Drawing => {
  const g = ground(name, GROUNDS[looks[0]?.ground ?? 'dusk'], width, height)
  const scale = height / (looks.length > 1 ? 690 : 620)
  const y = height - 330 * scale
  const middles = looks.map((_, i) => width / 2 + (i - (looks.length - 1) / 2) * 330 * scale)
  const small = Math.min(width, height)
  return {
    width,
    height,
    svg: page(
      width,
      height,
      g.defs,
      g.body +
        looks
          .map(
            (look, i) =>
              `<g transform="translate(${n(middles[i] ?? 0)} ${n(y + (i % 2) * -26 * scale)})
                scale(${o(scale)}) rotate(${looks.length > 1 ? (i % 2 === 0 ? 4 : -4) : 0})">
                ${bust(look)}</g>`,
          )
          .join(''),
    ),
    ...(hidden
      ? {
          blur: middles.map((x, i) => ({
            x,
            y: y + (i % 2) * -26 * scale - 4 * scale,
            radius: Math.min(small * 0.36, 158 * scale),
          })),
        }
      : {}),
  }
}
