import type { Random } from '../random'

/**
 * A drawing as SVG text with its size in px. `blur`: the round part (0 to 1 of the smaller side) to
 * make unrecognisable.
 */
export interface Drawing {
  readonly width: number
  readonly height: number
  readonly svg: string
  readonly blur?: readonly { x: number; y: number; radius: number }[]
}

const channels = (hex: string): [number, number, number] =>
  [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16)) as [number, number, number]

/** Colour between two #rrggbb ones; 0 returns the first, 1 the second. */
export const mix = (from: string, to: string, share: number): string => {
  const a = channels(from)
  const b = channels(to)
  return `#${a
    .map((v, i) =>
      Math.round(v + ((b[i] ?? 0) - v) * Math.min(1, Math.max(0, share)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
export const darker = (hex: string, share: number): string => mix(hex, '#0d0710', share)
export const lighter = (hex: string, share: number): string => mix(hex, '#fff4e2', share)

/** Number with one decimal: short paths. */
export const n = (value: number): string => String(Math.round(value * 10) / 10)

/** Opacity with two decimals. */
export const o = (value: number): string => String(Math.round(value * 100) / 100)

/** Top-to-bottom gradient of colours at equal steps, or at the given offsets. */
export const vertical = (
  id: string,
  colours: readonly string[],
  offsets?: readonly number[],
): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${colours
    .map(
      (c, i) =>
        `<stop offset="${n((offsets?.[i] ?? i / Math.max(1, colours.length - 1)) * 100)}%"
          stop-color="${c}"/>`,
    )
    .join('')}</linearGradient>`

/** Light that fades out from its centre, without an edge. */
export const glow = (id: string, colour: string, opacity = 1): string =>
  `<radialGradient id="${id}">
    ${[0, 0.12, 0.25, 0.4, 0.6, 0.8, 1]
      .map(
        (t) => `<stop offset="${t}" stop-color="${colour}"
  stop-opacity="${o(opacity * (1 - t) ** 2.4)}"/>`,
      )
      .join('')}</radialGradient>`

/**
 * A ridge line from left to right: heights (px from the top) by midpoint displacement around `y`.
 */
export const ridge = (
  r: Random,
  width: number,
  y: number,
  rise: number,
  rough = 0.5,
  depth = 6,
): [number, number][] => {
  let line = [y + r.between(-rise, rise) * 0.6, y + r.between(-rise, rise) * 0.6]
  let spread = rise
  for (let d = 0; d < depth; d++) {
    const next: number[] = []
    line.forEach((v, i) => {
      next.push(v)
      const after = line[i + 1]
      if (after !== undefined) next.push((v + after) / 2 + r.between(-spread, spread))
    })
    line = next
    spread *= rough
  }
  return line.map((v, i) => [(i / (line.length - 1)) * width, v])
}

/** Closed area under a line down to the bottom; `smooth` draws it with curves. */
export const under = (
  line: readonly (readonly [number, number])[],
  bottom: number,
  smooth = true,
): string => {
  const first = line[0] ?? [0, 0]
  const last = line.at(-1) ?? first
  let path = `M${n(first[0])} ${n(bottom)}L${n(first[0])} ${n(first[1])}`
  for (let i = 1; i < line.length; i++) {
    const [x0, y0] = line[i - 1] ?? first
    const [x1, y1] = line[i] ?? last
    path += smooth
      ? `Q${n(x0)} ${n(y0)} ${n((x0 + x1) / 2)} ${n((y0 + y1) / 2)}`
      : `L${n(x1)} ${n(y1)}`
  }
  return `${path}L${n(last[0])} ${n(last[1])}L${n(last[0])} ${n(bottom)}Z`
}

export const page = (width: number, height: number, defs: string, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"
    viewBox="0 0 ${width} ${height}"><defs>${defs}</defs>${body}</svg>`

/** The same drawing in a square of `side` px. */
export const scaled = (drawing: Drawing, side: number): Drawing => ({
  ...drawing,
  width: side,
  height: side,
  svg: drawing.svg.replace(/width="\d+" height="\d+"/, `width="${side}" height="${side}"`),
})
