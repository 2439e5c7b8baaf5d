const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~'

/**
 * Mean colour of a blurhash as #rrggbb (its DC term: characters 3 to 6, base 83, sRGB 24 bits;
 * github.com/woltapp/blurhash); undefined without a valid one. Decoding it to a canvas is not worth
 * the read-back permission.
 */
export const blurhashColour = (hash: string | null | undefined): string | undefined => {
  if (!hash || hash.length < 6) return undefined
  let value = 0
  for (const c of hash.slice(2, 6)) {
    const digit = DIGITS.indexOf(c)
    if (digit < 0) return undefined
    value = value * 83 + digit
  }
  return value > 0xffffff ? undefined : `#${value.toString(16).padStart(6, '0')}`
}
