import { lazy, Suspense, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import {
  closeIdentityDialog,
  identityPrompt,
  openIdentityDialog,
} from '../../data/session/identity-prompt'
import { chooseIdentity, session } from '../../data/session/session'

const IdentityDialog = lazy(async () => ({
  default: (await import('../../parts/member/identity-dialog')).IdentityDialog,
}))

/** Asks who is there when several identities are possible and none is chosen; a single identity is chosen by itself. */
export const IdentityGate = () => {
  const { account, activeIdentityId, mode } = useSnapshot(session)
  const { open } = useSnapshot(identityPrompt)
  const count = account?.identities.length ?? 0
  const only = count === 1 ? account?.identities[0]?.id : undefined
  const undecided = mode !== 'both' && !activeIdentityId
  useEffect(() => {
    if (undecided && only) chooseIdentity(only)
    if (undecided && count > 1) openIdentityDialog()
  }, [undecided, only, count])
  if (!account || count < 2) return null
  return open ? (
    <Suspense fallback={null}>
      <IdentityDialog open onClose={closeIdentityDialog} />
    </Suspense>
  ) : null
}
