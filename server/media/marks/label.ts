/**
 * Letters of pseudonyms on a grid of 5 by 7, a row per number, the left dot in the highest bit. Own
 * letters: a server has no fonts that one could rely on.
 */
const LETTERS: Readonly<Record<string, readonly number[]>> = {
  a: [0, 0, 14, 1, 15, 17, 15],
  b: [16, 16, 30, 17, 17, 17, 30],
  c: [0, 0, 14, 17, 16, 17, 14],
  d: [1, 1, 15, 17, 17, 17, 15],
  e: [0, 0, 14, 17, 31, 16, 14],
  f: [6, 9, 8, 28, 8, 8, 8],
  g: [0, 15, 17, 17, 15, 1, 14],
  h: [16, 16, 30, 17, 17, 17, 17],
  i: [4, 0, 12, 4, 4, 4, 14],
  j: [2, 0, 6, 2, 2, 18, 12],
  k: [16, 16, 18, 20, 24, 20, 18],
  l: [12, 4, 4, 4, 4, 4, 14],
  m: [0, 0, 26, 21, 21, 21, 21],
  n: [0, 0, 30, 17, 17, 17, 17],
  o: [0, 0, 14, 17, 17, 17, 14],
  p: [0, 30, 17, 17, 30, 16, 16],
  q: [0, 15, 17, 17, 15, 1, 1],
  r: [0, 0, 22, 25, 16, 16, 16],
  s: [0, 0, 15, 16, 14, 1, 30],
  t: [8, 8, 28, 8, 8, 9, 6],
  u: [0, 0, 17, 17, 17, 19, 13],
  v: [0, 0, 17, 17, 17, 10, 4],
  w: [0, 0, 17, 17, 21, 21, 10],
  x: [0, 0, 17, 10, 4, 10, 17],
  y: [0, 17, 17, 17, 15, 1, 14],
  z: [0, 0, 31, 2, 4, 8, 31],
  _: [0, 0, 0, 0, 0, 0, 31],
  0: [14, 17, 19, 21, 25, 17, 14],
  1: [4, 12, 4, 4, 4, 4, 14],
  2: [14, 17, 1, 2, 4, 8, 31],
  3: [14, 17, 1, 6, 1, 17, 14],
  4: [2, 6, 10, 18, 31, 2, 2],
  5: [31, 16, 30, 1, 1, 17, 14],
  6: [6, 8, 16, 30, 17, 17, 14],
  7: [31, 1, 2, 4, 8, 8, 8],
  8: [14, 17, 17, 14, 17, 17, 14],
  9: [14, 17, 17, 15, 1, 2, 12],
}
const UNKNOWN = [0, 0, 0, 4, 0, 0, 0]

/** Dots of a text, in a grid of 6 by 7 per letter. */
const dotsOf = (text: string): string =>
  [...text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()]
    .map((letter, k) =>
      (LETTERS[letter] ?? UNKNOWN)
        .flatMap((bits, y) =>
          [0, 1, 2, 3, 4].flatMap((x) =>
            (bits >> (4 - x)) & 1 ? `M${k * 6 + x} ${y}h1v1h-1z` : [],
          ),
        )
        .join(''),
    )
    .join('')

/** A pseudonym, pale and slanted, as a tile that is repeated over a picture of this size; SVG. */
export const labelTile = (handle: string, width: number, height: number): Buffer => {
  const dots = dotsOf(handle)
  // a letter is a 40th of the longer side high
  const scale = Math.max(width, height) / 40 / 7
  const length = handle.length * 6 * scale
  const side = Math.min(Math.ceil(length * 1.15 + 60), width, height)
  const text = (shift: number, fill: string): string =>
    `<path transform="translate(${shift} ${shift}) translate(${side / 2} ${side / 2}) rotate(-32) scale(${scale}) translate(${-handle.length * 3} -3.5)" d="${dots}" ${fill}/>`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${text(scale * 0.5, 'fill="#000" fill-opacity=".1"')}${text(0, 'fill="#fff" fill-opacity=".17"')}</svg>`,
  )
}
