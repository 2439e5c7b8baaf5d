import { isIPv6 } from 'node:net'

const GROUPS = 8
const NETWORK_GROUPS = 4
const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))

/**
 * What limits count as one IP address: an IPv4 address, or the /64 network of an IPv6 address,
 * which one customer holds whole (RFC 6177).
 */
export const ipLimitKey = (ip: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped || !isIPv6(ip)) return mapped ?? ip
  const [head = '', tail] = (ip.split('%', 1)[0] ?? '').split('::', 2)
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = Array<string>(Math.max(0, GROUPS - before.length - after.length)).fill('0')
  const network = [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

export const isLoopback = (ip: string): boolean => ip === '::1' || ipLimitKey(ip).startsWith('127.')

/**
 * The client's IP address of a request outside Fastify. `proxies`: number of trusted reverse
 * proxies, each of which appends the address that it saw to X-Forwarded-For.
 */
export const clientIp = (
  peer: string,
  forwarded: string | string[] | undefined,
  proxies: number,
): string => {
  const seen = [...String(forwarded ?? '').split(','), peer].map((part) => part.trim())
  return seen.filter(Boolean).at(-1 - proxies) ?? seen.find(Boolean) ?? ''
}
