/** A banner drawn by the project: its name, and an SVG of 160 × 80 units. */
export interface DrawnBanner {
  readonly name: string
  readonly svg: string
}

const WIDTH = 1600
const HEIGHT = 800

/** On a vertical gradient of two or three colours. */
const drawn = (name: string, colours: readonly string[], shapes: string): DrawnBanner => {
  const stops = colours.map(
    (c, i) => `<stop offset="${i / (colours.length - 1)}" stop-color="${c}"/>`,
  )
  return {
    name,
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 160 80"><linearGradient id="g" x2="0" y2="1">${stops.join('')}</linearGradient><path fill="url(#g)" d="M0 0h160v80H0z"/>${shapes}</svg>`,
  }
}
const circle = (x: number, y: number, r: number, fill: string, opacity = 1): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" opacity="${opacity}"/>`
const glow = (x: number, y: number, r: number, fill: string): string =>
  [1, 0.72, 0.48, 0.28].map((part) => circle(x, y, r * part, fill, 0.12)).join('')
const candle = (x: number, y: number): string =>
  `${glow(x, y - 6, 22, '#ffc67a')}<path fill="#f3d9b1" d="M${x - 4} ${y}h8v80h-8z"/><path fill="#ffb54d" d="M${x} ${y - 13}q6 8 0 12q-6-4 0-12"/><path fill="#fff3d6" d="M${x} ${y - 8}q3 4 0 6q-3-2 0-6"/>`
const fold = (x: number): string =>
  `<path fill="#000" opacity=".26" d="M${x} 0q7 40-2 80h9q6-40-1-80z"/><path fill="#fff" opacity=".07" d="M${x + 9} 0q6 40-2 80h4q5-40 1-80z"/>`
const bulb = (x: number, y: number): string =>
  glow(x, y, 9, '#ffd58f') + circle(x, y, 1.7, '#fff0cf')
const burst = (x: number, y: number, r: number, stroke: string): string =>
  Array.from({ length: 12 }, (_, i) => {
    const [dx, dy] = [Math.cos((i * Math.PI) / 6), Math.sin((i * Math.PI) / 6)]
    const at = (part: number): string =>
      `${(x + dx * r * part).toFixed(1)} ${(y + dy * r * part).toFixed(1)}`
    return `<path stroke="${stroke}" stroke-width=".9" stroke-linecap="round" d="M${at(0.3)}L${at(1)}"/>`
  }).join('')

export const DRAWN_BANNERS: readonly DrawnBanner[] = [
  drawn(
    'Velours',
    ['#8e2148', '#4a0f2b'],
    [0, 17, 34, 51, 68, 85, 102, 119, 136, 153].map(fold).join(''),
  ),
  drawn('Bougies', ['#1c1220', '#3a1a2a'], candle(52, 40) + candle(78, 28) + candle(106, 46)),
  drawn(
    'Coucher de soleil',
    ['#4b2a63', '#d4577a', '#f6b26b'],
    `${glow(80, 52, 34, '#ffe3ad')}${circle(80, 52, 12, '#ffe9c4')}<path fill="#2c1a3a" d="M0 58h160v22H0z"/><path fill="#ffd9a0" opacity=".35" d="M68 60h24v1H68zM72 64h16v1H72zM66 69h28v1H66z"/>`,
  ),
  drawn(
    'Clair de lune',
    ['#131735', '#34386d'],
    `${glow(118, 24, 26, '#dfe4ff')}${circle(118, 24, 10, '#f2f1e4')}${[12, 30, 47, 63, 88, 146].map((x, i) => circle(x, 10 + ((i * 17) % 34), 0.7, '#fff', 0.8)).join('')}<path fill="#1b1d45" d="M0 62l30-18 24 14 30-22 36 24 22-12 18 10v22H0z"/><path fill="#0f1029" d="M0 70q40-12 80-4t80-4v18H0z"/>`,
  ),
  drawn(
    'Guirlandes',
    ['#17302f', '#2a1b2b'],
    `<path fill-opacity="0" stroke="#0b1414" d="M0 14q40 26 80 4t80 2M0 40q44 22 84 4t76 4"/>${(
      [
        [14, 20],
        [34, 25],
        [56, 23],
        [80, 18],
        [104, 14],
        [130, 15],
        [20, 47],
        [46, 50],
        [72, 47],
        [98, 42],
        [124, 43],
        [148, 46],
      ] as const
    )
      .map(([x, y]) => bulb(x, y))
      .join('')}`,
  ),
  drawn(
    'Feu d’artifice',
    ['#0f1130', '#3c1744'],
    `${burst(44, 32, 20, '#ff7aa2')}${burst(96, 24, 15, '#ffd28a')}${burst(128, 42, 12, '#8fd0ff')}<path fill="#0b0a1c" d="M0 72h14v-8h8v6h12v-10h10v12h22v-6h12v4h16v-12h8v10h20v-4h12v8h26v8H0z"/>`,
  ),
]

/** The banner as a photo, which takes the same way as one from the device. */
export const bannerPhoto = async ({ svg }: DrawnBanner): Promise<File> => {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = WIDTH
    canvas.height = HEIGHT
    canvas.getContext('2d')?.drawImage(image, 0, 0, WIDTH, HEIGHT)
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9))
    if (!blob) throw new Error('the banner could not be drawn')
    return new File([blob], 'banniere.jpg', { type: 'image/jpeg' })
  } finally {
    URL.revokeObjectURL(url)
  }
}
export const bannerThumbnail = ({ svg }: DrawnBanner): string =>
  `data:image/svg+xml,${encodeURIComponent(svg)}`
