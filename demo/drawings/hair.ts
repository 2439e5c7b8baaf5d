import { darker, lighter } from './svg'

/** Colours of the hair, and shapes that several styles share. */
interface HairPaint {
  readonly colour: string
  readonly shade: string
  readonly light: string
  readonly parted: string
  readonly fringe: string
  readonly gloss: string
}
interface Hair {
  readonly back: string
  readonly front: string
}

const curl = (points: readonly (readonly [number, number, number])[], fill: string): string =>
  points.map(([x, y, s]) => `<circle cx="${x}" cy="${y}" r="${s}" fill="${fill}"/>`).join('')

const paintOf = (colour: string): HairPaint => {
  const shade = darker(colour, 0.28)
  const light = lighter(colour, 0.16)
  const cap = 'M-106 6C-116 -74 -70 -148 4 -148C76 -148 118 -78 106 6C102 -20 96 -40 86 -58'
  const parted = `<path d="${cap}C52 -64 10 -86 -14 -112C-34 -82 -70 -60 -92 -48C-100 -30 -103 -12
    -106 6Z" fill="${colour}"/><path d="M-14 -112C-30 -90 -58 -70 -86 -58" fill="none"
    stroke="${light}" stroke-width="5" stroke-linecap="round" opacity=".5"/>`
  const fringe = `<path d="M-106 20C-118 -74 -70 -148 2 -148C76 -148 118 -74 106 20C100 -4 97 -18
    95 -34C60 -24 20 -24 0 -30C-30 -22 -66 -24 -95 -34C-98 -14 -102 4 -106 20Z" fill="${colour}"/>
    <path d="M-60 -118C-66 -92 -66 -64 -60 -36M-14 -132C-18 -96 -16 -64 -12 -36M36 -130C38 -96 40
    -64 46 -34" fill="none" stroke="${shade}" stroke-width="5" stroke-linecap="round"
    opacity=".45"/>`
  const gloss = `<path d="M-62 -116C-30 -136 26 -138 58 -116" fill="none" stroke="${light}"
    stroke-width="9" stroke-linecap="round" opacity=".4"/>`
  return { colour, shade, light, parted, fringe, gloss }
}

const STYLES = {
  long: ({ shade, parted, gloss }) => ({
    back: `<path d="M-112 -20C-124 -100 -70 -156 0 -156C72 -156 126 -98 114 -16C110 60 138 140
      128 226C84 244 56 230 40 200L-40 200C-60 232 -92 242 -130 224C-140 140 -106 60 -112 -20
      Z" fill="${shade}"/>`,
    front: parted + gloss,
  }),
  waves: ({ shade, light, parted, gloss }) => ({
    back: `<path d="M-114 -20C-128 -104 -70 -158 0 -158C74 -158 130 -100 116 -18C112 18 146 44
      132 84C118 118 152 140 132 186C112 214 66 206 52 180L-52 180C-70 208 -118 212 -134 184
      C-150 140 -116 118 -132 82C-146 44 -110 18 -114 -20Z" fill="${shade}"/><path d="M-116 20
      C-128 60 -104 90 -122 130M118 20C130 60 106 90 124 130" fill="none" stroke="${light}"
      stroke-width="7" stroke-linecap="round" opacity=".35"/>`,
    front: parted + gloss,
  }),
  bob: ({ shade, parted, gloss }) => ({
    back: `<path d="M-114 -16C-126 -104 -72 -156 0 -156C74 -156 128 -102 116 -14C114 26 128 62
      122 96C92 116 60 108 44 92L-44 92C-62 110 -96 116 -124 96C-128 60 -112 26 -114 -16Z"
      fill="${shade}"/>`,
    front: parted + gloss,
  }),
  fringe: ({ shade, fringe, gloss }) => ({
    back: `<path d="M-116 -16C-128 -104 -72 -158 0 -158C74 -158 130 -102 118 -14C118 40 128 90
      122 130C94 144 64 136 48 120L-48 120C-64 138 -96 144 -124 130C-130 90 -116 40 -116 -16Z"
      fill="${shade}"/>`,
    front: fringe + gloss,
  }),
  bun: ({ colour, shade, light, gloss }) => ({
    back: `<circle cx="6" cy="-176" r="48" fill="${shade}"/><path d="M-28 -186C-10 -206 28
      -204 42 -180" fill="none" stroke="${light}" stroke-width="7" stroke-linecap="round"
      opacity=".4"/><path d="M-110 4C-120 -92 -66 -152 0 -152C70 -152 122 -92 110 4Z"
      fill="${shade}"/>`,
    front: `<path d="M-106 14C-114 -74 -66 -148 4 -148C74 -148 116 -74 106 14C100 -24 84 -62
      52 -84C20 -96 -24 -96 -54 -82C-86 -62 -100 -26 -106 14Z" fill="${colour}"/>${gloss}`,
  }),
  ponytail: ({ colour, shade, gloss }) => ({
    back: `<path d="M60 -130C140 -140 168 -60 150 30C144 84 158 116 136 158C112 140 96 96 100
      40C104 -20 96 -70 60 -130Z" fill="${shade}"/><path d="M-110 4C-120 -92 -66 -152 0 -152
      C70 -152 122 -92 110 4Z" fill="${shade}"/>`,
    front: `<path d="M-106 14C-114 -74 -66 -148 4 -148C74 -148 116 -74 106 14C102 -30 84 -66
      40 -96C10 -82 -54 -70 -88 -46C-98 -28 -103 -8 -106 14Z" fill="${colour}"/>${gloss}`,
  }),
  braid: ({ colour, shade, parted, gloss }) => ({
    back: `<path d="M-110 4C-120 -92 -66 -152 0 -152C70 -152 122 -92 110 4Z" fill="${shade}"/>
      ${[0, 1, 2, 3, 4]
        .map(
          (i) => `<ellipse cx="${104 + i * 3}" cy="${50 + i * 40}" rx="${30 - i * 2.5}"
  ry="27" fill="${i % 2 === 0 ? shade : colour}"/>`,
        )
        .join('')}`,
    front: parted + gloss,
  }),
  curls: ({ colour, shade, light }) => ({
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
  }),
  afro: ({ colour, shade }) => ({
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
    front: `<path d="M-108 10C-122 -60 -92 -120 -50 -134C-20 -148 36 -146 64 -128C104 -104 120
      -50 108 10C104 -26 90 -54 64 -74C30 -88 -30 -90 -62 -74C-90 -54 -104 -24 -108 10Z"
      fill="${colour}"/>`,
  }),
  pixie: ({ colour, shade, gloss }) => ({
    back: `<path d="M-110 16C-122 -92 -68 -156 0 -156C72 -156 124 -92 110 16Z"
      fill="${shade}"/>`,
    front: `<path d="M-106 26C-120 -72 -72 -154 6 -154C80 -154 118 -80 106 22C98 6 98 -16 92
      -40C60 -44 20 -60 4 -92C-22 -58 -56 -44 -90 -26C-96 -8 -98 10 -106 26Z"
      fill="${colour}"/>${gloss}`,
  }),
  shaggy: ({ colour, shade, gloss }) => ({
    back: `<path d="M-114 40C-130 -92 -70 -160 0 -160C74 -160 130 -92 114 40L92 66L-94 66Z"
      fill="${shade}"/>`,
    front: `<path d="M-108 36C-124 -78 -70 -158 4 -158C80 -158 122 -80 108 34L96 -26L78 -44L64
      -24L44 -54L26 -28L4 -56L-18 -28L-38 -52L-56 -26L-78 -42L-94 -14Z" fill="${colour}"/>
      ${gloss}`,
  }),
  quiff: ({ colour, shade, light }) => ({
    back: `<path d="M-106 -4C-112 -84 -64 -140 0 -140C66 -140 114 -84 106 -4Z"
      fill="${shade}"/>`,
    front: `<path d="M-104 -2C-110 -50 -100 -84 -84 -104C-72 -160 24 -186 82 -146C112 -122 112
      -60 104 -4C100 -34 92 -56 82 -72C40 -64 -22 -72 -66 -92C-84 -64 -98 -36 -104 -2Z"
      fill="${colour}"/><path d="M-60 -124C-20 -156 40 -158 76 -130" fill="none"
      stroke="${light}" stroke-width="9" stroke-linecap="round" opacity=".45"/>`,
  }),
  side: ({ colour, shade, gloss }) => ({
    back: `<path d="M-106 -2C-114 -88 -64 -146 0 -146C68 -146 116 -88 106 -2Z"
      fill="${shade}"/>`,
    front: `<path d="M-104 2C-112 -66 -84 -126 -40 -142C26 -170 104 -130 108 -52C110 -30 106
      -14 104 0C100 -26 94 -46 84 -60C40 -56 -14 -72 -44 -112C-58 -84 -92 -64 -104 2Z"
      fill="${colour}"/>${gloss}`,
  }),
  curly_top: ({ colour, shade, light }) => ({
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
  }),
  crop: ({ colour }) => ({
    back: '',
    front: `<path d="M-104 -4C-110 -82 -62 -138 0 -138C64 -138 110 -82 104 -4C102 -30 96 -50
      84 -70C44 -86 -44 -86 -84 -70C-96 -50 -102 -30 -104 -4Z" fill="${colour}"
      opacity=".88"/>`,
  }),
  short: ({ colour, shade, gloss }) => ({
    back: `<path d="M-106 0C-112 -84 -64 -144 0 -144C66 -144 114 -84 106 0Z" fill="${shade}"/>`,
    front: `<path d="M-104 0C-112 -86 -62 -146 2 -146C66 -146 112 -86 104 0C102 -28 96 -50 86
      -64C50 -62 28 -80 14 -90C-14 -70 -52 -62 -86 -62C-96 -48 -102 -28 -104 0Z"
      fill="${colour}"/>${gloss}`,
  }),
  bald: () => ({
    back: '',
    front: `<path d="M-34 -122C-14 -132 20 -132 42 -118" fill="none" stroke="#fff"
        stroke-width="10" stroke-linecap="round" opacity=".2"/>`,
  }),
} as const satisfies Readonly<Record<string, (paint: HairPaint) => Hair>>
export type HairStyle = keyof typeof STYLES

/** Hair behind the head and over the forehead; for a head of 100 × 130 around (0, 0). */
export const hairOf = (style: HairStyle, colour: string): Hair => STYLES[style](paintOf(colour))
