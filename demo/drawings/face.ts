import { random } from '../random'
import { darker, glow, lighter, mix, n, o, page, type Drawing } from './svg'

export const SKINS = {
  porcelain: '#f3cdb4',
  fair: '#ecbc9a',
  peach: '#e3a983',
  olive: '#cf9a6c',
  honey: '#b97f52',
  bronze: '#96613d',
  brown: '#754629',
  deep: '#55321f',
} as const
export const HAIRS = {
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
export const GROUNDS = {
  dusk: ['#f2a878', '#b8527a', '#4a2a5e'],
  rose: ['#f6b8a0', '#cf5f77', '#70284f'],
  amber: ['#f8d08a', '#dd8148', '#7c3432'],
  plum: ['#c77aa0', '#7d3a6c', '#331a3d'],
  lagoon: ['#f0c7a0', '#6c9c98', '#1f4856'],
  night: ['#8a80bd', '#453f80', '#171838'],
  olive: ['#ecd49a', '#98935a', '#3d4531'],
  brick: ['#f0a583', '#b8523f', '#54211f'],
} as const satisfies Record<string, readonly [string, string, string]>
export const HAIR_STYLES = [
  'long',
  'bob',
  'bun',
  'curls',
  'afro',
  'waves',
  'pixie',
  'ponytail',
  'braid',
  'fringe',
  'short',
  'crop',
  'quiff',
  'curly_top',
  'bald',
  'shaggy',
  'side',
] as const
export type HairStyle = (typeof HAIR_STYLES)[number]

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

/** Hair behind the head and over the forehead; for a head of 100 × 130 around (0, 0). */
const hairOf = (style: HairStyle, colour: string): { back: string; front: string } => {
  const shade = darker(colour, 0.28)
  const light = lighter(colour, 0.16)
  const cap = 'M-106 6C-116 -74 -70 -148 4 -148C76 -148 118 -78 106 6C102 -20 96 -40 86 -58'
  const parted = `<path d="${cap}C52 -64 10 -86 -14 -112C-34 -82 -70 -60 -92 -48C-100 -30 -103 -12 -106 6Z" fill="${colour}"/><path d="M-14 -112C-30 -90 -58 -70 -86 -58" fill="none" stroke="${light}" stroke-width="5" stroke-linecap="round" opacity=".5"/>`
  const fringe = `<path d="M-106 20C-118 -74 -70 -148 2 -148C76 -148 118 -74 106 20C100 -4 97 -18 95 -34C60 -24 20 -24 0 -30C-30 -22 -66 -24 -95 -34C-98 -14 -102 4 -106 20Z" fill="${colour}"/><path d="M-60 -118C-66 -92 -66 -64 -60 -36M-14 -132C-18 -96 -16 -64 -12 -36M36 -130C38 -96 40 -64 46 -34" fill="none" stroke="${shade}" stroke-width="5" stroke-linecap="round" opacity=".45"/>`
  const curl = (points: readonly (readonly [number, number, number])[], fill: string): string =>
    points.map(([x, y, s]) => `<circle cx="${x}" cy="${y}" r="${s}" fill="${fill}"/>`).join('')
  const gloss = `<path d="M-62 -116C-30 -136 26 -138 58 -116" fill="none" stroke="${light}" stroke-width="9" stroke-linecap="round" opacity=".4"/>`
  switch (style) {
    case 'long':
      return {
        back: `<path d="M-112 -20C-124 -100 -70 -156 0 -156C72 -156 126 -98 114 -16C110 60 138 140 128 226C84 244 56 230 40 200L-40 200C-60 232 -92 242 -130 224C-140 140 -106 60 -112 -20Z" fill="${shade}"/>`,
        front: parted + gloss,
      }
    case 'waves':
      return {
        back: `<path d="M-114 -20C-128 -104 -70 -158 0 -158C74 -158 130 -100 116 -18C112 18 146 44 132 84C118 118 152 140 132 186C112 214 66 206 52 180L-52 180C-70 208 -118 212 -134 184C-150 140 -116 118 -132 82C-146 44 -110 18 -114 -20Z" fill="${shade}"/><path d="M-116 20C-128 60 -104 90 -122 130M118 20C130 60 106 90 124 130" fill="none" stroke="${light}" stroke-width="7" stroke-linecap="round" opacity=".35"/>`,
        front: parted + gloss,
      }
    case 'bob':
      return {
        back: `<path d="M-114 -16C-126 -104 -72 -156 0 -156C74 -156 128 -102 116 -14C114 26 128 62 122 96C92 116 60 108 44 92L-44 92C-62 110 -96 116 -124 96C-128 60 -112 26 -114 -16Z" fill="${shade}"/>`,
        front: parted + gloss,
      }
    case 'fringe':
      return {
        back: `<path d="M-116 -16C-128 -104 -72 -158 0 -158C74 -158 130 -102 118 -14C118 40 128 90 122 130C94 144 64 136 48 120L-48 120C-64 138 -96 144 -124 130C-130 90 -116 40 -116 -16Z" fill="${shade}"/>`,
        front: fringe + gloss,
      }
    case 'bun':
      return {
        back: `<circle cx="6" cy="-176" r="48" fill="${shade}"/><path d="M-28 -186C-10 -206 28 -204 42 -180" fill="none" stroke="${light}" stroke-width="7" stroke-linecap="round" opacity=".4"/><path d="M-110 4C-120 -92 -66 -152 0 -152C70 -152 122 -92 110 4Z" fill="${shade}"/>`,
        front: `<path d="M-106 14C-114 -74 -66 -148 4 -148C74 -148 116 -74 106 14C100 -24 84 -62 52 -84C20 -96 -24 -96 -54 -82C-86 -62 -100 -26 -106 14Z" fill="${colour}"/>${gloss}`,
      }
    case 'ponytail':
      return {
        back: `<path d="M60 -130C140 -140 168 -60 150 30C144 84 158 116 136 158C112 140 96 96 100 40C104 -20 96 -70 60 -130Z" fill="${shade}"/><path d="M-110 4C-120 -92 -66 -152 0 -152C70 -152 122 -92 110 4Z" fill="${shade}"/>`,
        front: `<path d="M-106 14C-114 -74 -66 -148 4 -148C74 -148 116 -74 106 14C102 -30 84 -66 40 -96C10 -82 -54 -70 -88 -46C-98 -28 -103 -8 -106 14Z" fill="${colour}"/>${gloss}`,
      }
    case 'braid':
      return {
        back: `<path d="M-110 4C-120 -92 -66 -152 0 -152C70 -152 122 -92 110 4Z" fill="${shade}"/>${[0, 1, 2, 3, 4].map((i) => `<ellipse cx="${104 + i * 3}" cy="${50 + i * 40}" rx="${30 - i * 2.5}" ry="27" fill="${i % 2 === 0 ? shade : colour}"/>`).join('')}`,
        front: parted + gloss,
      }
    case 'curls':
      return {
        back: curl(
          [
            [-104, -56, 48],
            [-122, 0, 46],
            [-124, 56, 46],
            [-108, 108, 44],
            [-70, -116, 50],
            [-10, -142, 52],
            [54, -126, 52],
            [102, -70, 50],
            [124, -8, 46],
            [126, 50, 46],
            [110, 104, 44],
            [-72, 138, 34],
            [74, 136, 34],
          ],
          shade,
        ),
        front:
          curl(
            [
              [-86, -66, 34],
              [-58, -104, 38],
              [-12, -122, 38],
              [36, -116, 38],
              [76, -84, 36],
              [-100, -30, 24],
              [98, -42, 26],
            ],
            colour,
          ) +
          curl(
            [
              [-64, -112, 14],
              [-6, -134, 14],
              [48, -122, 12],
            ],
            light,
          ),
      }
    case 'afro':
      return {
        back: `<circle cx="0" cy="-62" r="164" fill="${shade}"/>${curl(
          [
            [-150, -40, 34],
            [-130, -110, 38],
            [-80, -176, 40],
            [-6, -206, 42],
            [76, -184, 40],
            [132, -118, 38],
            [152, -44, 34],
            [-142, 20, 30],
            [144, 16, 30],
          ],
          shade,
        )}`,
        front: `<path d="M-108 10C-122 -60 -92 -120 -50 -134C-20 -148 36 -146 64 -128C104 -104 120 -50 108 10C104 -26 90 -54 64 -74C30 -88 -30 -90 -62 -74C-90 -54 -104 -24 -108 10Z" fill="${colour}"/>`,
      }
    case 'pixie':
      return {
        back: `<path d="M-110 16C-122 -92 -68 -156 0 -156C72 -156 124 -92 110 16Z" fill="${shade}"/>`,
        front: `<path d="M-106 26C-120 -72 -72 -154 6 -154C80 -154 118 -80 106 22C98 6 98 -16 92 -40C60 -44 20 -60 4 -92C-22 -58 -56 -44 -90 -26C-96 -8 -98 10 -106 26Z" fill="${colour}"/>${gloss}`,
      }
    case 'shaggy':
      return {
        back: `<path d="M-114 40C-130 -92 -70 -160 0 -160C74 -160 130 -92 114 40L92 66L-94 66Z" fill="${shade}"/>`,
        front: `<path d="M-108 36C-124 -78 -70 -158 4 -158C80 -158 122 -80 108 34L96 -26L78 -44L64 -24L44 -54L26 -28L4 -56L-18 -28L-38 -52L-56 -26L-78 -42L-94 -14Z" fill="${colour}"/>${gloss}`,
      }
    case 'quiff':
      return {
        back: `<path d="M-106 -4C-112 -84 -64 -140 0 -140C66 -140 114 -84 106 -4Z" fill="${shade}"/>`,
        front: `<path d="M-104 -2C-110 -50 -100 -84 -84 -104C-72 -160 24 -186 82 -146C112 -122 112 -60 104 -4C100 -34 92 -56 82 -72C40 -64 -22 -72 -66 -92C-84 -64 -98 -36 -104 -2Z" fill="${colour}"/><path d="M-60 -124C-20 -156 40 -158 76 -130" fill="none" stroke="${light}" stroke-width="9" stroke-linecap="round" opacity=".45"/>`,
      }
    case 'side':
      return {
        back: `<path d="M-106 -2C-114 -88 -64 -146 0 -146C68 -146 116 -88 106 -2Z" fill="${shade}"/>`,
        front: `<path d="M-104 2C-112 -66 -84 -126 -40 -142C26 -170 104 -130 108 -52C110 -30 106 -14 104 0C100 -26 94 -46 84 -60C40 -56 -14 -72 -44 -112C-58 -84 -92 -64 -104 2Z" fill="${colour}"/>${gloss}`,
      }
    case 'curly_top':
      return {
        back: `<path d="M-104 0C-112 -80 -64 -136 0 -136C66 -136 112 -80 104 0Z" fill="${shade}"/>`,
        front:
          curl(
            [
              [-84, -74, 32],
              [-62, -112, 36],
              [-20, -134, 38],
              [28, -132, 38],
              [66, -106, 36],
              [88, -68, 30],
              [0, -100, 34],
              [-40, -96, 30],
              [42, -94, 30],
            ],
            colour,
          ) +
          curl(
            [
              [-30, -146, 12],
              [26, -142, 12],
              [66, -116, 10],
            ],
            light,
          ),
      }
    case 'crop':
      return {
        back: '',
        front: `<path d="M-104 -4C-110 -82 -62 -138 0 -138C64 -138 110 -82 104 -4C102 -30 96 -50 84 -70C44 -86 -44 -86 -84 -70C-96 -50 -102 -30 -104 -4Z" fill="${colour}" opacity=".88"/>`,
      }
    case 'short':
      return {
        back: `<path d="M-106 0C-112 -84 -64 -144 0 -144C66 -144 114 -84 106 0Z" fill="${shade}"/>`,
        front: `<path d="M-104 0C-112 -86 -62 -146 2 -146C66 -146 112 -86 104 0C102 -28 96 -50 86 -64C50 -62 28 -80 14 -90C-14 -70 -52 -62 -86 -62C-96 -48 -102 -28 -104 0Z" fill="${colour}"/>${gloss}`,
      }
    case 'bald':
      return {
        back: '',
        front:
          '<path d="M-34 -122C-14 -132 20 -132 42 -118" fill="none" stroke="#fff" stroke-width="10" stroke-linecap="round" opacity=".2"/>',
      }
    default:
      return style satisfies never
  }
}

const beardOf = (beard: FaceLook['beard'], colour: string): string => {
  const full =
    'M-103 4C-104 70 -62 136 0 138C62 136 104 70 103 4C96 30 80 42 58 44C40 34 20 32 0 38C-20 32 -40 34 -58 44C-80 42 -96 30 -103 4Z'
  switch (beard) {
    case 'full':
      return `<path d="${full}" fill="${colour}"/>`
    case 'short':
      return `<path d="M-101 16C-98 74 -58 128 0 130C58 128 98 74 101 16C94 50 78 62 56 58C38 40 18 40 0 46C-18 40 -38 40 -56 58C-78 62 -94 50 -101 16Z" fill="${colour}" opacity=".92"/>`
    case 'stubble':
      return `<path d="${full}" fill="${colour}" opacity=".26"/>`
    case 'moustache':
      return `<path d="M0 40C-16 30 -44 34 -54 54C-36 52 -16 56 0 50C16 56 36 52 54 54C44 34 16 30 0 40Z" fill="${colour}"/>`
    default:
      return ''
  }
}

/** Head and shoulders around (0, 0): about 440 wide, from -230 to 330. */
export const bust = (look: FaceLook): string => {
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
      ? `<path d="M-58 2C-50 -12 -32 -12 -24 2M24 2C32 -12 50 -12 58 2" fill="none" stroke="${line}" stroke-width="7" stroke-linecap="round"/>`
      : `<ellipse cx="-41" cy="0" rx="19" ry="12.5" fill="#fff8f0"/><ellipse cx="41" cy="0" rx="19" ry="12.5" fill="#fff8f0"/><circle cx="-40" cy="0" r="11.5" fill="${mix('#3a2418', hair, 0.2)}"/><circle cx="42" cy="0" r="11.5" fill="${mix('#3a2418', hair, 0.2)}"/><circle cx="-36" cy="-4" r="3.6" fill="#fff"/><circle cx="46" cy="-4" r="3.6" fill="#fff"/><path d="M-63 -1C-56 -17 -27 -18 -20 -3M20 -3C27 -18 56 -17 63 -1" fill="none" stroke="${line}" stroke-width="6.5" stroke-linecap="round"/>`
  const frames =
    look.glasses === undefined
      ? ''
      : `<g fill="#fff" fill-opacity=".12" stroke="#2d1d22" stroke-width="6">${look.glasses === 'round' ? '<circle cx="-42" cy="2" r="33"/><circle cx="42" cy="2" r="33"/>' : '<rect x="-76" y="-24" width="66" height="50" rx="13"/><rect x="10" y="-24" width="66" height="50" rx="13"/>'}</g><path d="M-11 -2C-5 -8 5 -8 11 -2M-76 -4L-101 -10M76 -4L101 -10" fill="none" stroke="#2d1d22" stroke-width="6"/>`
  const ears = `<ellipse cx="-102" cy="10" rx="17" ry="25" fill="${skin}"/><ellipse cx="102" cy="10" rx="17" ry="25" fill="${skin}"/><path d="M-106 2c-6 6 -4 14 2 18M106 2c6 6 4 14 -2 18" fill="none" stroke="${shadow}" stroke-width="4" stroke-linecap="round"/>`
  return `${h.back}<path d="M-40 84L-42 178C-120 192 -208 216 -226 440L226 440C208 216 120 192 42 178L40 84Z" fill="${skin}"/><path d="M-41 118C-20 152 20 152 41 118L42 178C20 196 -20 196 -42 178Z" fill="${shadow}" opacity=".75"/>
<path d="M-62 184C-140 196 -218 226 -240 440L240 440C218 226 140 196 62 184C44 226 -44 226 -62 184Z" fill="${look.top}"/><path d="M-62 184C-44 226 44 226 62 184" fill="none" stroke="${darker(look.top, 0.3)}" stroke-width="7"/><path d="M-150 352C-150 300 -140 270 -128 250M150 352C150 300 140 270 128 250" fill="none" stroke="${darker(look.top, 0.25)}" stroke-width="5" opacity=".7"/>
${look.scarf ? `<path d="M-84 156C-60 196 60 196 84 156C104 176 104 206 86 222C40 250 -44 250 -88 222C-104 204 -104 176 -84 156Z" fill="${look.scarf}"/><path d="M20 214C50 240 56 330 50 440L98 440C100 340 84 236 62 210Z" fill="${darker(look.scarf, 0.18)}"/>` : ''}
${ears}${look.earrings ? `<circle cx="-104" cy="44" r="8" fill="#f0cd7e"/><circle cx="104" cy="44" r="8" fill="#f0cd7e"/>` : ''}
<path d="M-104 -24C-104 -96 -60 -138 0 -138C60 -138 104 -96 104 -24C104 62 62 130 0 132C-62 130 -104 62 -104 -24Z" fill="${skin}"/><path d="M30 -134C78 -122 104 -82 104 -24C104 62 62 130 0 132C56 108 84 50 80 -24C78 -74 62 -112 30 -134Z" fill="${shadow}" opacity=".28"/>
<ellipse cx="-60" cy="40" rx="24" ry="15" fill="${blush}" opacity=".26"/><ellipse cx="60" cy="40" rx="24" ry="15" fill="${blush}" opacity=".26"/>
${beardOf(look.beard, hair)}<path d="M-66 -30C-56 -42 -34 -43 -22 -34M22 -34C34 -43 56 -42 66 -30" fill="none" stroke="${brow}" stroke-width="8.5" stroke-linecap="round"/>${eyes}
<path d="M-4 4C-6 18 -14 26 -10 33C-4 38 6 38 12 32" fill="none" stroke="${shadow}" stroke-width="6" stroke-linecap="round"/>
${look.lips ? `<path d="M-33 66C-20 56 -8 56 0 61C8 56 20 56 33 66C20 92 -20 92 -33 66Z" fill="${lips}"/><path d="M-33 66C-14 72 14 72 33 66" fill="none" stroke="${darker(lips, 0.35)}" stroke-width="3.5"/>` : `<path d="M-35 63C-18 69 18 69 35 63C30 92 -30 92 -35 63Z" fill="#7c2b30"/><path d="M-29 66C-12 71 12 71 29 66C27 75 -27 75 -29 66Z" fill="#fff6ec"/>`}
${h.front}${frames}`
}

const ground = (
  name: string,
  colours: readonly [string, string, string],
  w: number,
  h: number,
): { defs: string; body: string } => {
  const r = random(name)
  let body = `<rect width="${w}" height="${h}" fill="url(#ground)"/><circle cx="${n(w * 0.5)}" cy="${n(h * 0.42)}" r="${n(Math.min(w, h) * 0.62)}" fill="url(#aura)"/>`
  for (let i = 0; i < 9; i++)
    body += `<circle cx="${n(r.between(0, w))}" cy="${n(r.between(0, h))}" r="${n(r.between(0.03, 0.13) * w)}" fill="${lighter(colours[0], 0.3)}" opacity="${o(r.between(0.05, 0.13))}"/>`
  return {
    defs: `<linearGradient id="ground" x1="0" y1="0" x2=".55" y2="1"><stop offset="0" stop-color="${colours[0]}"/><stop offset=".5" stop-color="${colours[1]}"/><stop offset="1" stop-color="${colours[2]}"/></linearGradient>${glow('aura', lighter(colours[0], 0.4), 0.75)}`,
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
      `${g.body}<g transform="translate(${side / 2} ${n(side * 0.53)}) scale(${o(side / 490)})">${bust(look)}</g>`,
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
              `<g transform="translate(${n(middles[i] ?? 0)} ${n(y + (i % 2) * -26 * scale)}) scale(${o(scale)}) rotate(${looks.length > 1 ? (i % 2 === 0 ? 4 : -4) : 0})">${bust(look)}</g>`,
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
