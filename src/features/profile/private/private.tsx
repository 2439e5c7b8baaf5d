import { Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import { session } from '../../../data/session/session'
import { lazyPart } from '../../../data/start/lazy-part'
import { Segmented } from '../../../ui/forms/segmented'
import type { Profile } from '../state/api'
import { NotesScreen } from './notes'
import { SharingScreen } from './sharing'
import styles from '../profile.module.css'

type Side = 'notes' | 'sharing' | 'wishes'

const WishesScreen = lazyPart(() => import('./wishes/wishes').then((m) => m.WishesScreen))

/**
 * The «Privé» tab: what the viewer alone knows. Both sides stay mounted once seen: what is being
 * written survives the switch.
 */
export const PrivateTab = ({ profile, at }: { profile: Profile; at?: 'sharing' | undefined }) => {
  const [side, setSide] = useState<Side>(at ?? 'notes')
  const [seen, setSeen] = useState<readonly Side[]>(at ? [at] : [])
  const own = useSnapshot(session).account?.identities.length ?? 1
  const { id, account_handle, identities } = profile.account
  const choose = (to: Side): void => {
    setSide(to)
    setSeen([...seen, to])
  }
  return (
    <div className={styles.private}>
      <Segmented
        label="Privé"
        block
        value={side}
        onChange={choose}
        options={[
          { value: 'notes', label: 'Notes' },
          { value: 'sharing', label: 'Partages' },
          ...(profile.is_relation ? [{ value: 'wishes', label: 'Envies' } as const] : []),
        ]}
      />
      <div hidden={side !== 'notes'}>
        <NotesScreen accountId={id} />
      </div>
      {seen.includes('sharing') ? (
        <div hidden={side !== 'sharing'}>
          <SharingScreen profile={profile} />
        </div>
      ) : null}
      {seen.includes('wishes') ? (
        <div hidden={side !== 'wishes'}>
          <Suspense fallback={null}>
            <WishesScreen
              accountId={id}
              handle={account_handle}
              couple={own > 1 || identities.length > 1}
            />
          </Suspense>
        </div>
      ) : null}
    </div>
  )
}
