import { Suspense, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import {
  closeIdentityDialog,
  identityPrompt,
  openIdentityDialog,
} from '../../data/session/identity-prompt'
import { chooseIdentity, session } from '../../data/session/session'
import { lazyPart } from '../../data/start/lazy-part'

const IdentityDialog = lazyPart(() =>
  import('../../parts/member/identity-dialog').then((m) => m.IdentityDialog),
)

/**
 * Asks which identity uses the device when several are possible; selects a single one
 * automatically.
 */
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
