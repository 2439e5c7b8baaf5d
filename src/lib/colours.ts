/** A gradient of the avatar palette; white text on it has at least 4.5:1 at both ends. */
export type Gradient = { readonly from: string; readonly to: string }

/** The fixed palette of 8: plum, lagoon, amber, iris, wine, forest, olive, night. */
export const PALETTE = [
  { from: '#61316c', to: '#b74567' },
  { from: '#21465f', to: '#2c7a7e' },
  { from: '#753a24', to: '#986528' },
  { from: '#463b7f', to: '#855ca7' },
  { from: '#731e36', to: '#b54b41' },
  { from: '#1e4c3a', to: '#497b51' },
  { from: '#404d28', to: '#737233' },
  { from: '#253c67', to: '#5a6aa9' },
] as const satisfies readonly Gradient[]

/** Index 0 to 7 in the palette: FNV-1a (32 bits) of the trimmed name, so that a name keeps its colour everywhere. */
export function gradientIndex(name: string): number {
  let hash = 0x811c9dc5
  for (const char of name.trim()) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return ((hash ^ (hash >>> 15)) >>> 0) % PALETTE.length
}

/** The gradient of a name without a picture. */
export function gradientOf(name: string): Gradient {
  return PALETTE[gradientIndex(name)] ?? PALETTE[0]
}

/**
 * First letters of the words of a name, upper-cased, at most two: «jean paul martin» gives JP, «zoe» gives Z.
 * Words without a letter («[05/12/2026]») are passed over; a name without any letter gives its first character.
 */
export function initials(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => word.match(/\p{L}/u)?.[0] ?? [])
  const chosen = letters.length > 0 ? letters.slice(0, 2).join('') : ([...name.trim()][0] ?? '?')
  return chosen.toLocaleUpperCase('fr')
}
