// Draws the icons of public/ from the logo: `node scripts/make-icons.mjs`. Their outputs are kept in the repository.
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const target = (name) => fileURLToPath(new URL(`../public/${name}`, import.meta.url))

// the same arcs as src/ui/display/logo.tsx, in plain colours: icons are drawn by programs that know no oklch
const arcs = `<g fill="none" stroke-linecap="round" stroke-width="3.4">
  <path stroke="#f4688a" d="M12.4 7A9 9 0 1 0 21.2 16.9"/><path stroke="#dfb878" d="M12.7 14.6A7.8 7.8 0 1 1 23.2 23.3"/></g>`

/** The mark on plum velvet. `share`: width of the mark in the square; `radius`: of the corners, in 512ths. */
const tile = (share, radius) => {
  const scale = (512 * share) / 32
  const at = (512 - 32 * scale) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">
  <defs><radialGradient id="v" cx="0.3" cy="0.15" r="1.05">
    <stop offset="0" stop-color="#4a1f3a"/><stop offset="0.55" stop-color="#27101f"/><stop offset="1" stop-color="#160d14"/></radialGradient></defs>
  <rect width="512" height="512" rx="${radius}" fill="url(#v)"/>
  <g transform="translate(${at + scale * 0.3} ${at}) scale(${scale})">${arcs}</g></svg>`
}

/** The tab's, as large as a dense screen shows it. */
const TAB_PX = 64
const png = (svg, side, name) =>
  sharp(Buffer.from(svg), { density: 300 })
    .resize(side, side)
    .png({ compressionLevel: 9, palette: false })
    .toFile(target(name))
// a tile is readable on light and dark tab bars. Not an SVG: browsers lay one out as a page of its
// own, before the first screen
await png(tile(0.8, 120), TAB_PX, 'favicon.png')
await png(tile(0.66, 112), 192, 'icon-192.png')
await png(tile(0.66, 112), 512, 'icon-512.png')
await png(tile(0.52, 0), 512, 'icon-maskable-512.png') // the safe zone is a circle of 80 %
await png(tile(0.62, 0), 180, 'apple-touch-icon.png') // iOS rounds it itself and shows no transparency

// the discreet mode's: an ordinary notebook
const notebook = (share, radius, ground = '#f4efe4') => {
  const side = 512 * share
  const at = (512 - side) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">
  <rect width="512" height="512" rx="${radius}" fill="${ground}"/>
  <g transform="translate(${at} ${at}) scale(${side / 32})"><rect x="6" y="3" width="20" height="26" rx="2.4" fill="#5f7f95"/><rect x="6" y="3" width="4.4" height="26" rx="2" fill="#48657a"/><g fill="none" stroke="#f4efe4" stroke-linecap="round" stroke-width="1.6"><path d="M14 10h8"/><path d="M14 15h8"/><path d="M14 20h5"/></g></g></svg>`
}
await png(notebook(0.84, 112), TAB_PX, 'carnet.png')
await png(notebook(0.74, 112), 192, 'carnet-192.png')
await png(notebook(0.74, 112), 512, 'carnet-512.png')
await png(notebook(0.58, 0), 512, 'carnet-maskable-512.png')
await png(notebook(0.7, 0), 180, 'carnet-touch-icon.png')

// one colour only: the system tints them (themed icons, badge of notifications)
const white = arcs.replace(/#f4688a|#dfb878/g, '#fff')
await png(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512"><g transform="translate(102 98) scale(9.6)">${white}</g></svg>`,
  512,
  'icon-monochrome-512.png',
)
await png(tile(0.52, 0), 192, 'icon-maskable-192.png')
