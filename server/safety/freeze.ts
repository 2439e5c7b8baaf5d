import { idsOrNone, type Conn } from '../db/dialect'
import { newId } from '../tokens'
import type { Content, FrozenPhoto } from './evidence'

/** Versions of one thing in a case that are kept whole. */
const WHOLE_MAX = 5
/**
 * Later ones are kept with the photos that the case does not hold yet, while it has room: friends
 * who report harmless versions first must not use up that of the others. What is left out is counted.
 */
export const CASE_PHOTOS_MAX = 100
export const VERSIONS_MAX = 50

interface Kept {
  readonly photos: readonly FrozenPhoto[]
  readonly leftOut: number
  /** The version is frozen already, as far as it is kept. */
  readonly isKnown: boolean
}

/** What is kept of a version; `alike`: the evidence with the same words. */
const keptOf = async (
  trx: Conn,
  known: readonly string[],
  alike: readonly string[],
  photos: readonly FrozenPhoto[],
): Promise<Kept> => {
  const isWhole = known.length < WHOLE_MAX
  const rows =
    photos.length === 0
      ? []
      : await trx
          .selectFrom('evidence_photos')
          .where('evidence_id', 'in', idsOrNone(isWhole ? alike : known))
          .select(['evidence_id', 'blurred'])
          .orderBy('position')
          .execute()
  if (isWhole) {
    const shown = JSON.stringify(photos.map((p) => p.blurred))
    const same = (id: string): boolean =>
      JSON.stringify(rows.flatMap((r) => (r.evidence_id === id ? [r.blurred] : []))) === shown
    const isKnown = alike.some((id) => photos.length === 0 || same(id))
    return { photos, leftOut: 0, isKnown }
  }
  const frozen = new Set(rows.map((r) => r.blurred))
  const fresh = photos.filter((p) => !frozen.has(p.blurred))
  const kept = fresh.slice(0, Math.max(0, CASE_PHOTOS_MAX - rows.length))
  return {
    photos: kept,
    leftOut: fresh.length - kept.length,
    isKnown: alike.length > 0 && fresh.length === 0,
  }
}

/** Freezes content in a case; content that is already frozen there as it is now is not repeated. */
export const freezeContent = async (
  trx: Conn,
  caseId: string,
  content: Content,
  photos: readonly FrozenPhoto[],
  now: number,
): Promise<void> => {
  const payload = JSON.stringify(content.payload)
  const known = await trx
    .selectFrom('evidence')
    .where('case_id', '=', caseId)
    .where('kind', '=', content.kind)
    .select(['id', 'payload'])
    .execute()
  // words of notices are all kept: each has another author
  const versions = content.kind === 'notice' ? [] : known.map((e) => e.id)
  const alike = known.filter((e) => e.payload === payload).map((e) => e.id)
  const kept = await keptOf(trx, versions, alike, photos)
  if (kept.isKnown) return
  if (versions.length >= VERSIONS_MAX) {
    await trx
      .updateTable('cases')
      .set((eb) => ({ versions_left_out: eb('versions_left_out', '+', 1) }))
      .where('id', '=', caseId)
      .execute()
    return
  }
  const id = newId()
  await trx
    .insertInto('evidence')
    .values({
      id,
      case_id: caseId,
      kind: content.kind,
      subject_id: content.subjectId,
      payload,
      captured_at: now,
      photos_left_out: kept.leftOut,
    })
    .execute()
  for (const [position, photo] of kept.photos.entries())
    await trx
      .insertInto('evidence_photos')
      // of a reported photo only: in a message or on a profile it was shown
      .values({
        evidence_id: id,
        position,
        ...photo,
        guarded: content.kind === 'photo' ? photo.guarded : 0,
      })
      .execute()
}
