import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { peopleChoiceFor, peopleChoices, peopleInput } from '../../../data/media/people'
import { session } from '../../../data/session/session'
import { cancelUploadAhead, uploadAhead } from '../outbox/ahead'
import { copiesOf } from '../outbox/copies'
import type { Photo } from '../state/model'
import { unblurredOf } from './unblurred'

/**
 * Uploads the photos of a batch that the member has sent while the detector looks at the rest. Not
 * those that need a question to the member, and none that asks somebody else for an agreement:
 * until the message is made, it can still be cancelled. `sent`: «Envoyer» was pressed for those
 * that are not confirmed, except `open`, which the member may still change.
 */
export const useUploadAhead = (
  photos: readonly Photo[],
  sent: boolean,
  open: string | undefined,
) => {
  const { activeIdentityId } = useSnapshot(session)
  const people = peopleChoiceFor('message', useSnapshot(peopleChoices).byPlace.message)
  const asksOther =
    people !== undefined && peopleInput(people).shows.some((shown) => shown !== activeIdentityId)
  const begun = useRef(new Set<string>())
  useEffect(() => {
    const copies = copiesOf(photos)
    const leaves = (p: Photo): boolean =>
      sent && !asksOther && p.pending && p.id !== open && unblurredOf([p]) === null
    for (const p of photos) {
      const blob = copies[p.id]
      if (!blob || !leaves(p)) continue
      begun.current.add(p.id)
      uploadAhead({ ...p, people }, blob)
    }
    for (const id of begun.current) {
      const photo = photos.find((p) => p.id === id)
      // confirmed: the message comes next
      if (!photo || (photo.pending && !leaves(photo))) cancelUploadAhead(id)
    }
  }, [photos, people, asksOther, sent, open])
  useEffect(() => {
    const { current: ids } = begun
    return () => ids.forEach(cancelUploadAhead)
  }, [])
}
