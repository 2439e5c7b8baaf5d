import {
  hideLocation,
  revealLocation,
  type AddressState,
  type Event,
} from '#contract/events/events'
import { call } from '../../../data/http/api'
import { toast } from '../../../data/state/toasts'
import { useAsyncAction } from '../../../parts/form/use-async-action'
import { Button } from '../../../ui/forms/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { DialogActions } from '../../../ui/overlay/dialog-actions'
import { cacheEvent } from '../state/keys'
import styles from './details.module.css'

/** An unpublished event never reveals its address. */
export const shownState = (
  event: Pick<Event, 'status' | 'address_state' | 'private_location'>,
): AddressState =>
  event.status !== 'published'
    ? 'unpublished'
    : event.private_location === null
      ? 'missing'
      : event.address_state

const TEXTS = {
  unpublished: 'L’événement doit être publié avant de pouvoir diffuser son adresse précise.',
  missing:
    'Aucune adresse précise n’a encore été définie pour cet événement. Ajoutez-la dans la fiche avant de la diffuser.',
  hidden:
    'Tous les participants confirmés verront le lieu sur la carte, et une actualité sera publiée dans leur fil.',
  public:
    'Cette adresse est déjà publique. Vous pouvez arrêter sa diffusion pour la masquer immédiatement.',
  revealed:
    'Les participants confirmés voient cette adresse. Vous pouvez arrêter sa diffusion pour la masquer immédiatement.',
} as const satisfies Record<AddressState, string>

/** Reveals the precise address to confirmed participants, or hides it again. */
export const AddressDialog = ({ event, onClose }: { event: Event; onClose: () => void }) => {
  const { busy, run } = useAsyncAction()
  const state = shownState(event)
  const told = state === 'public' || state === 'revealed'
  const act = async (): Promise<void> => {
    const failed = told
      ? 'Erreur lors de la désactivation de l’adresse précise'
      : 'Erreur lors de la diffusion de l’adresse exacte'
    const answer = await run(
      () => call(told ? hideLocation : revealLocation, { params: { id: event.id } }),
      () => toast(failed, { kind: 'error', durationMs: 6000 }),
    )
    if (!answer) return
    await cacheEvent(answer.event)
    toast(
      told
        ? 'Adresse exacte masquée pour les participants'
        : 'Adresse exacte diffusée aux participants confirmés',
      { kind: 'success' },
    )
    onClose()
  }
  const acts = state === 'hidden' || told
  return (
    <Dialog
      open
      busy={busy}
      onClose={onClose}
      title="Adresse exacte"
      description={TEXTS[state]}
      size="sm"
      level={700}
      footer={
        acts ? (
          <DialogActions
            focusCancel
            onCancel={onClose}
            busy={busy}
            variant={told ? 'danger' : 'primary'}
            onClick={() => void act()}
          >
            {told ? 'Arrêter la diffusion' : 'Diffuser l’adresse'}
          </DialogActions>
        ) : (
          <Button data-autofocus="" onClick={onClose}>
            Fermer
          </Button>
        )
      }
    >
      {acts && event.private_location ? (
        <p className={styles.addressText}>{event.private_location.address}</p>
      ) : null}
    </Dialog>
  )
}
