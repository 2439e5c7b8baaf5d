import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SETTINGS_PAGES } from '../../../src/data/state/panels'
import { http, login } from '../server/http'

const TABLE = join(import.meta.dirname, '../../../src/app/routes/private-routes.tsx')

/** With fewer routes than this, the table is no longer understood. */
const FEWEST = 15

/** The patterns of the table of routes, from its source. */
const patterns = (): string[] => {
  const text = readFileSync(TABLE, 'utf8')
  const found = [...text.matchAll(/(?:screenRoute\(|path=)['"](\/[^'"]*)['"]/g)]
  if (found.length < FEWEST) throw new Error(`${TABLE} is written in another way`)
  return found.map((one) => one[1] as string).filter((pattern) => pattern !== '/kit')
}

interface Listed {
  readonly id: string
}
interface ListedEvent extends Listed {
  readonly is_ended: boolean
  readonly participant_status: string | null
}
/**
 * An address for each route of the table that needs a session: of something that the member has, and
 * of something unknown. An optional parameter: with it and without.
 */
export const signedInPlaces = async (base: string, email: string): Promise<string[]> => {
  const { get } = http(base, (await login(base, email)).token)
  const { conversations } = (await get<{ conversations: Listed[] }>('/api/conversations')).body
  const { relations } = (await get<{ relations: { with_account_id: string }[] }>('/api/relations'))
    .body
  const { events } = (await get<{ events: ListedEvent[] }>('/api/events/my-calendar')).body
  const isOwn = (e: ListedEvent): boolean => e.participant_status === 'organizer'
  const own = events.find((e) => isOwn(e) && !e.is_ended)?.id
  const known: Record<string, readonly (string | undefined)[]> = {
    '/conversations/:id?': [undefined, conversations[0]?.id, 'inconnue'],
    '/profile/:id?': [undefined, relations[0]?.with_account_id, 'inconnu'],
    '/connection/:part?': [undefined, 'partages', 'bloques'],
    '/settings/:page?': [undefined, ...SETTINGS_PAGES],
    '/account/parting/:id': ['inconnue'],
    '/events/:id': [own, events.find((e) => !isOwn(e))?.id, 'inconnue'],
    '/events/:id/edit': [own],
    '/events/:id/subscribers': [own],
    '/events/:id/after': [events.find((e) => e.is_ended)?.id],
  }
  const places = patterns().flatMap((pattern) => {
    if (!pattern.includes(':')) return [pattern]
    const values = known[pattern]
    if (!values) throw new Error(`${pattern} has no address here`)
    if (!pattern.includes('?') && values.includes(undefined))
      throw new Error(`the demonstration has nothing for ${pattern}`)
    return values.map((value) => pattern.replace(/\/:\w+\??/, value ? `/${value}` : ''))
  })
  return [...new Set([...places, '/nulle-part'])]
}
