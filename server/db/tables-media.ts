import type { Generated } from 'kysely'
import type { Flag, Ms, Fixed } from './columns'

export interface Media {
  id: Fixed<string>
  account_id: Fixed<string>
  identity_id: string | null
  category: string
  filename: string
  mime_type: string
  file_size: number
  width: number
  height: number
  blurhash: string | null
  storage_key: string
  thumbnail_key: string
  thumbnail_size: number
  status: 'completed' | 'failed' | 'processing'
  created_at: Fixed<Ms>
  /** The subjects, as the account chose; null: not chosen. `named`: see `media_subjects`. */
  people: Generated<'named' | 'nobody' | 'others' | null>
  /**
   * Of the picture; recognises it when it is uploaded again. null: uploaded before 2026-11-27, or
   * by no couple.
   */
  hash: Generated<string | null>
}
/** Unused; `media_subjects` has replaced it. */
export interface MediaIdentities {
  media_id: Fixed<string>
  identity_id: Fixed<string>
}
/** Public photos of a profile. */
export interface ProfilePhotos {
  id: Fixed<string>
  account_id: Fixed<string>
  media_id: Fixed<string>
  position: number
  created_at: Fixed<Ms>
}
export interface Albums {
  id: Fixed<string>
  account_id: Fixed<string>
  name: string
  description: string | null
  is_public: Flag
  created_at: Fixed<Ms>
  /** Its photos are served with an unseen mark of viewer and day, or with the viewer's pseudonym. */
  mark_pattern: Generated<Flag>
  mark_pseudonym: Generated<Flag>
}
/** A photo was served with the mark of this viewer and day. */
export interface PhotoMarks {
  media_id: Fixed<string>
  account_id: Fixed<string>
  /** UTC. */
  day: Fixed<string>
}
export interface AlbumMedia {
  album_id: Fixed<string>
  media_id: Fixed<string>
  position: number
  added_at: Fixed<Ms>
}
export interface AlbumShares {
  id: Fixed<string>
  album_id: Fixed<string>
  account_id: Fixed<string>
  with_account_id: Fixed<string>
  expires_at: Ms | null
  created_at: Fixed<Ms>
  /** The end of which the owner has been reminded. */
  reminded_for: Ms | null
}
/**
 * A request to see a private album, at most one per asker and album. Granting it deletes it: the
 * share is what remains.
 */
export interface AlbumRequests {
  id: Fixed<string>
  album_id: Fixed<string>
  /** Owner of the album. */
  account_id: Fixed<string>
  /** The asker. */
  with_account_id: Fixed<string>
  words: string
  /** What the asker is shown depends on this alone; 0: nothing. */
  asked_at: Ms
  /** Never told to the asker. */
  refused_at: Ms | null
}
/** One row per album, visitor and day (UTC, YYYY-MM-DD). */
export interface AlbumAccesses {
  album_id: Fixed<string>
  account_id: Fixed<string>
  day: Fixed<string>
  at: Ms
}
