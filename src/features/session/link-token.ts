/** What a token of ours looks like: anything else was cut or mistyped on its way. */
const TOKEN = /^[\w-]{20,200}$/

export const isToken = (text: string): boolean => TOKEN.test(text)

/**
 * The one-time token of a mail link: in the fragment (never sent to a server) or, from older mails,
 * in the query; null when there is none that could be good.
 */
export const readLinkToken = (): string | null => {
  const read = (text: string): string | null => new URLSearchParams(text).get('token')
  const found = read(location.hash.slice(1)) ?? read(location.search)
  return found !== null && isToken(found) ? found : null
}
