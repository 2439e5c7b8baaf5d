import { useEffect, useState, type MouseEvent } from 'react'
import { Button } from '../../ui/forms/button'
import { IconButton } from '../../ui/forms/icon-button'
import { IconSend } from '../../ui/icons/chat'

/** Photos chosen together that are not confirmed yet. */
export interface Batch {
  /** Number of them that the detector has looked at. */
  readonly looked: number
  readonly of: number
  /** The others as they would be added; null: not drawn. */
  readonly previews?: readonly (string | null)[]
  /** Adds the others with the spots of their faces. */
  onAddAll(): void
}

const searching = (batch: Batch | undefined): string =>
  batch
    ? `Recherche des visages ${Math.min(batch.looked + 1, batch.of)}/${batch.of}`
    : 'Recherche des visages'

/**
 * Calls `act` after a press, as soon as the detector has looked at every photo and, with `waits`,
 * the message before has left.
 */
const useWhenLooked = (
  isReady: boolean,
  batch: Batch | undefined,
  act: () => void,
  waits = false,
) => {
  const [pressed, setPressed] = useState(false)
  const isLooked = isReady && batch?.looked === batch?.of
  const canAct = isLooked && !waits
  useEffect(() => {
    if (!pressed || !canAct) return
    setPressed(false)
    act()
  }, [pressed, canAct, act])
  return {
    busy: pressed,
    busyLabel: isLooked ? 'Envoi du message précédent' : searching(batch),
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
  batch: Batch
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
  waits,
  onSend,
}: {
  batch: Batch | undefined
  isReady: boolean
  /** A message is on its way: another is sent after it. */
  waits: boolean
  onSend: () => void
}) => {
  const { busyLabel, ...press } = useWhenLooked(isReady, batch, onSend, waits)
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
