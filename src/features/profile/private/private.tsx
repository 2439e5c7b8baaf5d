import { useState } from 'react'
import { Segmented } from '../../../ui/forms/segmented'
import type { Profile } from '../state/api'
import { NotesScreen } from './notes'
import { SharingScreen } from './sharing'
import styles from '../profile.module.css'

type Side = 'notes' | 'sharing'

/** The «Privé» tab: what the viewer alone knows. Both sides stay mounted once seen: what is being written survives the switch. */
export const PrivateTab = ({ profile }: { profile: Profile }) => {
  const [side, setSide] = useState<Side>('notes')
  const [seen, setSeen] = useState(false)
  const choose = (to: Side): void => {
    setSide(to)
    if (to === 'sharing') setSeen(true)
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
        ]}
      />
      <div hidden={side !== 'notes'}>
        <NotesScreen accountId={profile.account.id} />
      </div>
      {seen ? (
        <div hidden={side !== 'sharing'}>
          <SharingScreen profile={profile} />
        </div>
      ) : null}
    </div>
  )
}
