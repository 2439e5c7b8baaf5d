import { useEffect, useEffectEvent, useState, type MouseEvent } from 'react'
import { Button } from '../../ui/forms/button'
import { IconButton } from '../../ui/forms/icon-button'
import { IconSend } from '../../ui/icons/chat'

/** Photos chosen together that are not confirmed yet. */
export interface PhotoBatch {
  /** Number of them that the detector has looked at. */
  readonly looked: number
  readonly of: number
  /** The others as they would be added; null: not drawn. */
  readonly previews?: readonly (string | null)[]
  /** Adds the others with the spots of their faces. */
  onAddAll(): void
}

const searching = (batch: PhotoBatch | undefined): string =>
  batch
    ? `Recherche des visages ${Math.min(batch.looked + 1, batch.of)}/${batch.of}`
    : 'Recherche des visages'

/** Calls `act` after a press, as soon as the detector has looked at every photo. */
const useWhenLooked = (isReady: boolean, batch: PhotoBatch | undefined, act: () => void) => {
  const [pressed, setPressed] = useState(false)
  const canAct = isReady && batch?.looked === batch?.of
  useEffect(() => {
    if (!pressed || !canAct) return
    setPressed(false)
    act()
  }, [pressed, canAct, act])
  return {
    busy: pressed,
    busyLabel: searching(batch),
    onClick: (event: MouseEvent): void => {
      if (event.detail < 2) setPressed(true)
    },
  }
}

const AddAll = ({
  batch,
  isReady,
  onConfirm,
}: {
  batch: PhotoBatch
  isReady: boolean
  onConfirm: () => void
}) => {
  const press = useWhenLooked(isReady, batch, () => {
    onConfirm()
    batch.onAddAll()
  })
  return <Button {...press}>Tout ajouter</Button>
}

/** Confirms every photo and sends the message they are for. */
export const SendAll = ({
  batch,
  isReady,
  onPress,
  onSend,
}: {
  batch: PhotoBatch | undefined
  isReady: boolean
  onPress: ((pressed: boolean) => void) | undefined
  onSend: () => void
}) => {
  const { busyLabel, ...press } = useWhenLooked(isReady, batch, onSend)
  const onPressed = useEffectEvent((pressed: boolean) => onPress?.(pressed))
  useEffect(() => {
    onPressed(press.busy)
    return () => onPressed(false)
  }, [press.busy])
  const label = batch ? `Envoyer les ${batch.of} photos` : 'Envoyer'
  return (
    <IconButton
      label={press.busy ? busyLabel : label}
      icon={<IconSend />}
      variant="accent"
      {...press}
    />
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
  batch: PhotoBatch | undefined
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
