import { useEffect, useState, type MouseEvent } from 'react'
import { Button } from '../../ui/forms/button'

/** Photos chosen together that are not confirmed yet. */
export interface Batch {
  /** Number of them that the detector has looked at. */
  readonly looked: number
  readonly of: number
  /** Adds the others with the spots of their faces. */
  onAddAll(): void
}

/** «Tout ajouter» waits until the detector has looked at every photo. */
const AddAll = ({
  batch,
  isReady,
  onConfirm,
}: {
  batch: Batch
  isReady: boolean
  onConfirm: () => void
}) => {
  const [pressed, setPressed] = useState(false)
  const canAdd = isReady && batch.looked === batch.of
  useEffect(() => {
    if (!pressed || !canAdd) return
    setPressed(false)
    onConfirm()
    batch.onAddAll()
  }, [pressed, canAdd, onConfirm, batch])
  return (
    <Button
      busy={pressed}
      busyLabel={`Recherche des visages ${Math.min(batch.looked + 1, batch.of)}/${batch.of}`}
      onClick={(event) => {
        if (event.detail < 2) setPressed(true)
      }}
    >
      Tout ajouter
    </Button>
  )
}
export const BlurActions = ({
  isReady,
  confirmLabel,
  onConfirm,
  batch,
}: {
  isReady: boolean
  confirmLabel: string
  onConfirm: () => void
  batch: Batch | undefined
}) => {
  // the second click of a double click would confirm the next photo unseen
  const once = (event: MouseEvent): void => {
    if (event.detail < 2) onConfirm()
  }
  return (
    <>
      {batch ? <AddAll batch={batch} isReady={isReady} onConfirm={onConfirm} /> : null}
      <Button variant="primary" disabled={!isReady} onClick={once}>
        {confirmLabel}
      </Button>
    </>
  )
}
