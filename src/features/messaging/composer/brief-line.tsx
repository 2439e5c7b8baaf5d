import { NBSP } from '../../../lib/text'
import { Segmented } from '../../../ui/forms/segmented'
import type { Photo } from '../state/model'
import styles from './composer.module.css'

const KEPT = 'kept'
const HINTS = {
  once: 'Chacun l’ouvre une seule fois, puis elle disparaît, chez vous aussi.',
  day: 'Visible 24 heures, puis elle disparaît, chez vous aussi.',
} as const
/** A screenshot cannot be prevented. */
const HONEST = `Un écran peut toujours être photographié. Pour un éventuel signalement, une copie scellée reste 72${NBSP}heures.`

/** How long the photos of a draft are seen. */
export const BriefLine = ({
  mode,
  onChange,
}: {
  mode: Photo['brief']
  onChange: (mode: Photo['brief']) => void
}) => {
  return (
    <div className={styles.brief} data-no-swipe>
      <Segmented
        label="Durée"
        options={[
          { value: KEPT, label: 'Garder' },
          { value: 'once', label: 'Voir une fois' },
          { value: 'day', label: `24${NBSP}h` },
        ]}
        value={mode ?? KEPT}
        onChange={(value) => onChange(value === KEPT ? undefined : value)}
      />
      {mode ? (
        <p className={styles.hint}>
          {HINTS[mode]} {HONEST}
        </p>
      ) : null}
    </div>
  )
}
