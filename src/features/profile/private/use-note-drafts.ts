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
  // from what is stored, not from the state: a save may end after the screen was closed
  const change = (next: (now: NoteDrafts) => NoteDrafts): void => {
    const changed = next((storage.get(key) as NoteDrafts | undefined) ?? NONE)
    if (changed.comment === null && Object.keys(changed.feelings).length === 0) storage.remove(key)
    else storage.set(key, changed)
    setDrafts(changed)
  }
  const without = (now: NoteDrafts, identityId: string): NoteDrafts => {
    const { [identityId]: _gone, ...feelings } = now.feelings
    return { ...now, feelings }
  }
  return {
    drafts,
    setFeeling: (identityId: string, feeling: Feeling): void =>
      change((now) => ({ ...now, feelings: { ...now.feelings, [identityId]: feeling } })),
    forgetFeeling: (identityId: string): void => change((now) => without(now, identityId)),
    setComment: (comment: string | null): void => change((now) => ({ ...now, comment })),
    /** Forgets what was saved, unless it was changed since it was sent. */
    savedFeeling: (identityId: string, sent: Feeling): void =>
      change((now) => {
        const draft = now.feelings[identityId]
        const isSent = draft?.feeling === sent.feeling && draft.comment === sent.comment
        return isSent ? without(now, identityId) : now
      }),
    savedComment: (sent: string): void =>
      change((now) => (now.comment === sent ? { ...now, comment: null } : now)),
  }
}
