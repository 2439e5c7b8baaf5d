import { Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { cancelEvent, deleteEvent, type Event } from '#contract/events/events'
import { removeCoOrganizer } from '#contract/events/participants'
import { refuseReminder } from '#contract/events/reminders'
import { call } from '../../../data/http/api'
import { session } from '../../../data/session/state'
import { closeAll } from '../../../data/state/panels'
import { openReport } from '../../../data/state/report-prompt'
import { toast, toastRefusal } from '../../../data/state/toasts'
import { lazyPart } from '../../../data/start/lazy-part'
import { NBSP } from '../../../lib/text'
import { confirm } from '../../../ui/overlay/confirm'
import { IconCopy, IconEdit, IconTrash } from '../../../ui/icons/actions'
import { IconMap } from '../../../ui/icons/nav'
import { IconBell } from '../../../ui/icons/settings'
import { IconFlag, IconGroup } from '../../../ui/icons/people'
import { IconEye, IconEyeOff } from '../../../ui/icons/media'
import { IconClose, IconFailure } from '../../../ui/icons/base'
import type { MenuEntry } from '../../../ui/overlay/menu'
import { editPath, isPublishable, togglePublished } from './publish'
import { cacheEvent, refreshEvent, refreshEventLists } from '../state/keys'

const CoOrganizers = lazyPart(() =>
  import('../participants/co-organizers').then((m) => m.CoOrganizers),
)
const AddressDialog = lazyPart(() => import('./address-dialog').then((m) => m.AddressDialog))
const DuplicateDialog = lazyPart(() => import('./duplicate-dialog').then((m) => m.DuplicateDialog))

export type EventDialog = 'co-organizers' | 'address' | 'duplicate'

const cancel = async (event: Event): Promise<void> => {
  const yes = await confirm({
    title: `Annuler «${NBSP}${event.title}${NBSP}»${NBSP}?`,
    message:
      'Tous les participants en sont avertis et plus personne ne peut s’inscrire. La fiche reste lisible.',
    confirmLabel: 'Annuler la sortie',
    cancelLabel: 'Ne rien changer',
    danger: true,
  })
  if (!yes) return
  try {
    await cacheEvent((await call(cancelEvent, { params: { id: event.id } })).event)
    toast('La sortie est annulée et les participants avertis.', { kind: 'success' })
  } catch (error) {
    toastRefusal(error, 'Impossible d’annuler la sortie.')
  }
}
const remove = async (event: Event): Promise<boolean> => {
  const yes = await confirm({
    title: `Supprimer «${NBSP}${event.title}${NBSP}»${NBSP}?`,
    message:
      'La fiche, les inscriptions et vos notes sont effacées pour toujours. Les discussions restent lisibles.',
    confirmLabel: 'Supprimer',
    danger: true,
  })
  if (!yes) return false
  try {
    await call(deleteEvent, { params: { id: event.id } })
    toast('La sortie est supprimée.', { kind: 'success' })
    void refreshEventLists()
    return true
  } catch (error) {
    toastRefusal(error, 'Impossible de supprimer la sortie.')
    return false
  }
}

const resign = async (event: Event): Promise<void> => {
  const yes = await confirm({
    title: `Ne plus co‑organiser «${NBSP}${event.title}${NBSP}»${NBSP}?`,
    message:
      'Vous gardez votre place parmi les participants confirmés. Qui a créé la sortie en est averti, et peut seul vous rendre ce rôle.',
    confirmLabel: 'Ne plus co‑organiser',
    danger: true,
  })
  if (!yes) return
  try {
    await call(removeCoOrganizer, { params: { id: event.id, accountId: session.accountId ?? '' } })
    await refreshEvent(event.id)
    toast('Vous ne co‑organisez plus cette sortie.', { kind: 'success' })
  } catch (error) {
    toastRefusal(error, 'Impossible d’enregistrer ce choix.')
  }
}

/** Shows what is missing before the address can be revealed. */
const explainAddress = (event: Event): void => {
  if (event.status !== 'published')
    toast('Publiez l’événement avant de diffuser l’adresse précise.', {
      kind: 'info',
      durationMs: 5000,
    })
  else if (!event.private_location)
    toast('Ajoutez une adresse précise dans la fiche avant de la diffuser.', {
      kind: 'info',
      durationMs: 5000,
    })
}

const reportEntry = (event: Event): MenuEntry => ({
  label: 'Signaler cette sortie',
  icon: <IconFlag size={20} />,
  onSelect: () => openReport({ kind: 'event', id: event.id, title: 'Signaler cette sortie' }),
})
const resignEntry = (event: Event): MenuEntry => ({
  label: 'Ne plus co‑organiser',
  icon: <IconClose size={20} />,
  onSelect: () => void resign(event),
})
const noReminderEntry = (event: Event): MenuEntry => ({
  label: 'Ne plus me relancer',
  icon: <IconBell size={20} />,
  onSelect: () =>
    void call(refuseReminder, { params: { id: event.id } }).then(
      () =>
        toast('Pas de relance pour cette sortie. Votre invitation reste ouverte.', {
          kind: 'success',
        }),
      (error: unknown) => toastRefusal(error, 'Impossible d’enregistrer ce choix.'),
    ),
})
const publishEntry = (event: Event): MenuEntry => {
  const isDraft = event.status === 'draft'
  return {
    label: isDraft ? 'Publier l’événement' : 'Dépublier l’événement',
    icon: isDraft ? <IconEye size={20} /> : <IconEyeOff size={20} />,
    onSelect: () => void togglePublished(event, isDraft ? 'published' : 'draft'),
  }
}
/** Cancelling and deleting, for the creator only. */
const endingEntries = (event: Event, onRemoved: () => void): readonly MenuEntry[] => [
  ...(event.status === 'published' && !event.is_ended
    ? [
        {
          label: 'Annuler la sortie',
          icon: <IconFailure size={20} />,
          danger: true,
          onSelect: () => void cancel(event),
        },
      ]
    : []),
  {
    label: 'Supprimer',
    icon: <IconTrash size={20} />,
    danger: true,
    onSelect: () =>
      void remove(event).then((done) => {
        if (done) onRemoved()
      }),
  },
]

/** An organizer's actions; `ask` opens a dialog, `go` leaves the event for another page. */
const organizerEntries = (
  event: Event,
  ask: (dialog: EventDialog) => void,
  go: (path: string) => void,
): readonly MenuEntry[] => [
  {
    label: 'Modifier la sortie',
    icon: <IconEdit size={20} />,
    onSelect: () => go(editPath(event.id)),
  },
  ...(event.is_creator
    ? [
        {
          label: 'Co‑organisateurs',
          icon: <IconGroup size={20} />,
          onSelect: () => ask('co-organizers'),
        },
      ]
    : []),
  ...(isPublishable(event)
    ? [
        {
          label: 'Diffuser l’adresse exacte',
          icon: <IconMap size={20} />,
          onSelect: () => {
            explainAddress(event)
            ask('address')
          },
        },
      ]
    : []),
  ...(event.status === 'draft' || (event.status === 'published' && !event.is_ended)
    ? [publishEntry(event)]
    : []),
  { label: 'Dupliquer', icon: <IconCopy size={20} />, onSelect: () => ask('duplicate') },
  'line',
  ...(event.is_creator
    ? endingEntries(event, () => go('/events'))
    : [resignEntry(event), reportEntry(event)]),
]

/**
 * The organizers' actions in the header and the dialogs that they open. Every member but the
 * creator can report the event.
 */
export const useEventMenu = (
  event: Event,
): {
  items: readonly MenuEntry[]
  dialog: EventDialog | null
  open: (d: EventDialog) => void
  close: () => void
} => {
  const [dialog, setDialog] = useState<EventDialog | null>(null)
  const [, navigate] = useLocation()
  const go = (path: string): void => void closeAll().then(() => navigate(path))
  const items = event.is_organizer
    ? organizerEntries(event, setDialog, go)
    : [
        ...(event.user_participation_status === 'invited' && !event.is_ended
          ? [noReminderEntry(event)]
          : []),
        reportEntry(event),
      ]
  return { items, dialog, open: setDialog, close: () => setDialog(null) }
}

export const EventDialogs = ({
  event,
  dialog,
  onClose,
}: {
  event: Event
  dialog: EventDialog | null
  onClose: () => void
}) => (
  <Suspense fallback={null}>
    {dialog === 'co-organizers' ? <CoOrganizers event={event} onClose={onClose} /> : null}
    {dialog === 'address' ? <AddressDialog event={event} onClose={onClose} /> : null}
    {dialog === 'duplicate' ? <DuplicateDialog event={event} onClose={onClose} /> : null}
  </Suspense>
)
