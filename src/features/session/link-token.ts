/** The one-time token of a mail link: in the fragment (never sent to a server) or, from older mails, in the query. */
export const linkToken = (): string | null => {
  const read = (text: string): string | null => new URLSearchParams(text).get('token')
  return read(location.hash.slice(1)) ?? read(location.search)
}
