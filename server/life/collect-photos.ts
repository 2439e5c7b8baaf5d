import type { Db } from '../db/client'
import { requestCutoff } from '../access/album-requests'
import { isNotBrief } from '../access/media'
import { groupBy } from '../group-by'
import { iso } from '../iso'
import { archiveHandles, type ArchiveFiles } from './archive-values'

/** Photos, albums, and requests for albums of other members. */
export const collectPhotos = async (db: Db, me: string, now: number): Promise<ArchiveFiles> => {
  const media = await db
    .selectFrom('media')
    .where('account_id', '=', me)
    .where(isNotBrief)
    .select(['id', 'width', 'height', 'created_at'])
    .orderBy('created_at')
    .execute()
  const profile = await db
    .selectFrom('profile_photos')
    .where('account_id', '=', me)
    .select('media_id')
    .execute()
  const albums = await db.selectFrom('albums').where('account_id', '=', me).selectAll().execute()
  const inAlbums =
    albums.length === 0
      ? []
      : await db
          .selectFrom('album_media')
          .where(
            'album_id',
            'in',
            albums.map((a) => a.id),
          )
          .selectAll()
          .orderBy('position')
          .execute()
  const photosOf = groupBy(inAlbums, (x) => x.album_id)
  const onProfile = new Set(profile.map((p) => p.media_id))
  // older ones are only stored after a refusal, which the archive must not reveal
  const asked = await db
    .selectFrom('album_requests')
    .where('with_account_id', '=', me)
    .where('asked_at', '>', requestCutoff(now))
    .select(['account_id', 'words', 'asked_at'])
    .execute()
  const ownerOf = await archiveHandles(
    db,
    me,
    asked.map((q) => q.account_id),
  )
  return {
    photos: media.map((m) => ({
      fichier: `photos/${m.id}.jpg`,
      largeur: m.width,
      hauteur: m.height,
      date: iso(m.created_at),
      publique: onProfile.has(m.id),
    })),
    albums: albums.map((a) => ({
      nom: a.name,
      description: a.description,
      public: a.is_public === 1,
      cree: iso(a.created_at),
      photos: (photosOf.get(a.id) ?? []).map((x) => `photos/${x.media_id}.jpg`),
    })),
    demandes: asked.map((q) => ({
      pseudo: ownerOf(q.account_id),
      mots: q.words,
      date: iso(q.asked_at),
    })),
  }
}
