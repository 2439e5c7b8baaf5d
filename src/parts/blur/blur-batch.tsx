import { useRef, useState } from 'react'
import { defaultIntensity } from '../../data/media/looks'
import { isIos } from '../../lib/device'
import { plural } from '../../lib/text'
import { confirm } from '../../ui/overlay/confirm'
import { BlurDialog } from './blur-dialog'
import type { CheckedPhoto, FoundPhoto } from './face-gate'
import { countVisibleFaces } from './visible-faces'

interface Item extends FoundPhoto {
  /** Not confirmed yet. */
  readonly pending: boolean
  readonly isDropped: boolean
}
const isVisible = (item: Item): boolean =>
  !item.isDropped && countVisibleFaces(item.faces, item.spots) > 0

const askVisible = (count: number): Promise<boolean> =>
  confirm({
    title: `Un visage est visible sur ${plural(count, 'photo')}.`,
    confirmLabel: 'Ajouter ainsi',
    cancelLabel: 'Flouter',
  })

/** The editor for each photo in turn; a face that is left visible needs one confirmation. */
export const BlurBatch = ({
  photos,
  onDone,
}: {
  photos: readonly FoundPhoto[]
  onDone: (photos: readonly (CheckedPhoto | null)[]) => void
}) => {
  const [items, setItems] = useState<readonly Item[]>(() =>
    photos.map((p) => ({ ...p, pending: true, isDropped: false })),
  )
  const [again, setAgain] = useState<string | null>(null)
  const waiting = items.filter((i) => i.pending)
  const item = items.find((i) => i.id === again) ?? waiting[0]

  // «Tout ajouter» confirms the photo on the screen and the others in the same moment
  const latest = useRef(items)
  const settle = async (change: (item: Item) => Item): Promise<void> => {
    const next = latest.current.map(change)
    latest.current = next
    setItems(next)
    setAgain(null)
    if (next.some((i) => i.pending)) return
    const visible = next.filter(isVisible)
    if (visible.length > 0 && !(await askVisible(visible.length)))
      return setAgain(visible[0]?.id ?? null)
    onDone(next.map(({ file, spots, isDropped }) => (isDropped ? null : { file, spots })))
  }
  if (!item) return null
  const settleThis = (patch: Partial<Item>): void =>
    void settle((i) => (i.id === item.id ? { ...i, ...patch, pending: false } : i))
  return (
    <BlurDialog
      key={item.id}
      photo={item}
      strength={defaultIntensity()}
      limited={!isIos()}
      onCancel={() => settleThis({ isDropped: item.pending })}
      onConfirm={({ spots, faces, preview }) => {
        if (preview) URL.revokeObjectURL(preview)
        settleThis({ spots, faces })
      }}
      place={item.pending ? { at: items.length - waiting.length + 1, of: items.length } : undefined}
      batch={
        item.pending && waiting.length > 1
          ? {
              looked: waiting.length,
              of: waiting.length,
              onAddAll: () => void settle((i) => ({ ...i, pending: false })),
            }
          : undefined
      }
    />
  )
}
