import { useState } from 'react'
import { storage } from '../../../data/device/storage'
import { session } from '../../../data/session/session'
import type { Feeling } from './notes-model'

interface NoteDrafts {
  /** By own identity: what differs from the saved notes. */
  readonly feelings: Readonly<Record<string, Feeling>>
  /** null: as saved. */
  readonly comment: string | null
}
const NONE: NoteDrafts = { feelings: {}, comment: null }

/** Unsaved notes about a member, kept on this device until they are saved or cancelled. */
export const useNoteDrafts = (memberId: string) => {
  const key = `notes_draft:${session.accountId ?? ''}:${memberId}` as const
  const [drafts, setDrafts] = useState<NoteDrafts>(
    () => (storage.get(key) as NoteDrafts | undefined) ?? NONE,
  )
  const change = (next: (now: NoteDrafts) => NoteDrafts): void =>
    setDrafts((now) => {
      const changed = next(now)
      if (changed.comment === null && Object.keys(changed.feelings).length === 0)
        storage.remove(key)
      else storage.set(key, changed)
      return changed
    })
  return {
    drafts,
    setFeeling: (identityId: string, feeling: Feeling): void =>
      change((now) => ({ ...now, feelings: { ...now.feelings, [identityId]: feeling } })),
    forgetFeeling: (identityId: string): void =>
      change((now) => {
        const { [identityId]: _gone, ...feelings } = now.feelings
        return { ...now, feelings }
      }),
    setComment: (comment: string | null): void => change((now) => ({ ...now, comment })),
  }
}
