import type { ReactNode } from 'react'
import { BLUR_SPOTS_MAX } from '#contract/limits'
import type { BlurSpot } from '#contract/workers/image'
import { plural } from '../../lib/text'
import { Button } from '../../ui/forms/button'
import { IconButton } from '../../ui/forms/icon-button'
import { Segmented } from '../../ui/forms/segmented'
import { IconMinus, IconPlus, IconTrash, IconUndo } from '../../ui/icons/actions'
import { IconMask } from '../../ui/icons/people'
import styles from './blur-dialog.module.css'
import { RESIZE_FACTOR, resizeSpot } from './blur-spot'
import type { useFaceSpots } from './use-face-spots'
import type { PhotoSize, SpotEditor } from './use-spots'

const STRENGTHS = [
  { value: '1', label: 'Léger' },
  { value: '2', label: 'Moyen' },
  { value: '3', label: 'Fort' },
] as const

interface ToolsProps {
  edit: SpotEditor
  /** null while the photo is not drawn. */
  size: PhotoSize | null
  search: ReturnType<typeof useFaceSpots>
  canSearch: boolean
  /** At the end of the row. */
  children: ReactNode
}

const countText = ({ spots, manual }: SpotEditor): string => {
  if (spots.length === 0) return 'Aucun flou'
  return spots.length === manual
    ? `${spots.length} / ${BLUR_SPOTS_MAX}`
    : plural(spots.length, 'zone')
}

/** Face detection, strength, and what can be done without a pointer. */
export const BlurTools = ({ edit, size, search, canSearch, children }: ToolsProps) => (
  <div className={styles.tools}>
    <IconButton
      label="Flouter les visages"
      icon={<IconMask />}
      variant="soft"
      disabled={!canSearch}
      busy={search.busy}
      onClick={() => void search.look()}
    />
    <IconButton
      label="Flouter le centre"
      icon={<IconPlus />}
      variant="soft"
      disabled={!size}
      onClick={() => size && edit.add(size, size.width / 2, size.height / 2)}
    />
    <IconButton
      label="Retirer le dernier"
      icon={<IconUndo />}
      variant="soft"
      disabled={edit.spots.length === 0}
      onClick={() => edit.clear(edit.spots.slice(0, -1))}
    />
    <IconButton
      label="Effacer"
      title="Effacer toutes les zones"
      icon={<IconTrash />}
      variant="soft"
      disabled={edit.spots.length === 0}
      onClick={() => edit.clear([])}
    />
    <Segmented
      label="Force du flou"
      options={STRENGTHS}
      value={`${edit.strength}`}
      onChange={(value) => edit.setStrength(Number(value) as BlurSpot['intensity'])}
    />
    <span className={styles.count} role="status">
      {countText(edit)}
    </span>
    {children}
    {edit.strength === 1 ? <p className={styles.weak}>Léger laisse deviner les traits.</p> : null}
  </div>
)

interface SelectedProps {
  edit: SpotEditor
  size: PhotoSize
  spot: BlurSpot
  index: number
}
/** Tools of the selected spot. */
export const SelectedSpotTools = ({ edit, size, spot, index }: SelectedProps) => (
  <div className={styles.selected} role="group" aria-label={`Zone floutée ${index + 1}`}>
    <IconButton
      label="Réduire"
      icon={<IconMinus />}
      variant="soft"
      onClick={() => edit.replace(index, resizeSpot(spot, size, spot.radius / RESIZE_FACTOR))}
    />
    <IconButton
      label="Agrandir"
      icon={<IconPlus />}
      variant="soft"
      onClick={() => edit.replace(index, resizeSpot(spot, size, spot.radius * RESIZE_FACTOR))}
    />
    <Button size="sm" icon={<IconTrash size={18} />} onClick={() => edit.remove(index)}>
      Retirer cette zone
    </Button>
  </div>
)
