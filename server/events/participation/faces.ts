import { sql } from 'kysely'
import { FACES_MAX } from '#contract/events/events'
import { isAgreed } from '../../access/agreements'
import { notSeparated } from '../../access/blocks'
import type { Conn } from '../../db/dialect'

/**
 * Pictures of confirmed participants of these events that the viewer may see, the newest first, by
 * event id: one query for a page of events. The same participants as in the list of an event, without
 * hidden ones.
 */
export const facesIn = async (
  db: Conn,
  viewerId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('event_participants as p')
        .innerJoin('accounts as a', 'a.id', 'p.account_id')
        .where('p.event_id', 'in', [...ids])
        .where('p.status', '=', 'accepted')
        .where('p.is_hidden', '=', 0)
        .where('a.deleted_at', 'is', null)
        .where('a.avatar_media_id', 'is not', null)
        .where(notSeparated('a.id', viewerId))
        .where(isAgreed('a.avatar_media_id'))
        .select([
          'p.event_id',
          'a.avatar_media_id as media',
          sql<number>`row_number() over (partition by p.event_id order by p.created_at desc, p.id desc)`.as(
            'place',
          ),
        ])
        .as('latest'),
    )
    .where('place', '<=', FACES_MAX)
    .orderBy('event_id')
    .orderBy('place')
    .select(['event_id', 'media'])
    .execute()
  const faces = new Map<string, string[]>()
  for (const { event_id, media } of rows)
    if (media) faces.set(event_id, [...(faces.get(event_id) ?? []), media])
  return faces
}
