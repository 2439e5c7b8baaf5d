import { useRef, useState } from 'react'
import { mutate } from '../../../data/http/mutate'
import { useSnapshot } from 'valtio'
import { setSharing } from '#contract/sharing'
import { call } from '../../../data/http/api'
import { refusalMessageOf } from '../../../data/http/api-error'
import { memberKey, refreshLists } from '../../../data/http/keys'
import { session } from '../../../data/session/session'
import { toast } from '../../../data/state/toasts'
import type { Shares } from '../../../lib/sharing'
import { useSharing } from './api'
import {
  applySharing,
  NOTHING_SHARED,
  sharingPatchOf,
  sharesOf,
  undoPatchOf,
  type SharingChange,
  type SharingPatch,
} from './sharing-model'
import { sharingSentence } from './sharing-words'

export interface SharingChanges {
  /** With the changes that are on their way. */
  readonly shown: Shares
  readonly isSaving: boolean
  readonly failed: boolean
  /** Applies one switch: shown at once, saved, and offered to be undone. */
  change(change: SharingChange): void
}

const save = async (id: string, body: SharingPatch): Promise<Shares> =>
  sharesOf(await call(setSharing, { params: { id }, body }))

/**
 * Changes of what is shared with a member. Saves are sequential, and go on when the screen closes; a
 * failed one shows again what the server has.
 */
export const useSharingChanges = (
  id: string,
  handle: string,
  albums: readonly { readonly id: string }[],
): SharingChanges => {
  const key = memberKey('sharing', id)
  const { data: saved = NOTHING_SHARED } = useSharing(id)
  const { account } = useSnapshot(session)
  const names = (account?.identities.length ?? 1) > 1 ? 'vos prénoms' : 'votre prénom'
  const [waiting, setWaiting] = useState(0)
  const [failed, setFailed] = useState(false)
  const latest = useRef<{ shares: Shares; saving: Promise<unknown> } | null>(null)
  // an album that was deleted or made public can no longer be shared
  const mine = (s: Shares): Shares => ({
    ...s,
    sharedAlbumIds: s.sharedAlbumIds.filter((a) => albums.some((b) => b.id === a)),
  })
  const shown = mine(saved)

  const apply = (next: Shares, patch: SharingPatch, onSaved: () => void): void => {
    const before = latest.current?.saving ?? Promise.resolve()
    const run = async (): Promise<void> => {
      await before
      try {
        const stored = await save(id, patch)
        // a later switch is on its way: what it shows stays
        if (latest.current?.saving === saving) await mutate(key, stored, { revalidate: false })
        onSaved()
        void Promise.all([mutate(memberKey('profile', id)), refreshLists()])
      } catch (failure) {
        setFailed(true)
        const why = refusalMessageOf(failure) ?? 'Erreur lors de la sauvegarde'
        toast(why, { kind: 'error', durationMs: 5000 })
        await mutate(key)
      } finally {
        setWaiting((n) => n - 1)
        if (latest.current?.saving === saving) latest.current = null
      }
    }
    setFailed(false)
    setWaiting((n) => n + 1)
    void mutate(key, next, { revalidate: false })
    const saving = run()
    latest.current = { shares: next, saving }
  }

  const change = (what: SharingChange): void => {
    const before = latest.current?.shares ?? shown
    const next = applySharing(before, what)
    apply(next, sharingPatchOf(before, what), () =>
      toast(sharingSentence(handle, names, what, before, next), {
        kind: 'success',
        durationMs: 6000,
        action: {
          label: 'Annuler',
          onClick: () =>
            apply(before, undoPatchOf(before, what), () => toast('Partage rétabli comme avant')),
        },
      }),
    )
  }
  return { shown, isSaving: waiting > 0, failed, change }
}
