import { PUSH_STATUSES, type PushStatus } from '../../data/push/state'

/** What the switch says about each status, for people. */
const LABELS = {
  initializing: 'Démarrage des notifications…',
  client_ready: 'Démarrage des notifications…',
  initialized: 'Démarrage des notifications…',
  awaiting_subscription: 'Cet appareil ne reçoit pas de notifications.',
  resubscribing: 'Réactivation en cours…',
  resubscribed: 'Notifications réactivées sur cet appareil.',
  self_heal_failed:
    'Réactivation automatique impossible… Désactivez puis réactivez les notifications.',
  subscribing: 'Activation en cours…',
  subscribed: 'Cet appareil reçoit vos notifications.',
  unsubscribing: 'Désactivation en cours…',
  unsubscribed: 'Notifications désactivées sur cet appareil.',
  disabled: 'Notifications push désactivées',
  service_worker_missing: 'Service worker introuvable. Actualisez la page ou réinstallez la PWA.',
  identity_required: 'Indiquez d’abord qui utilise cet appareil.',
  permission_required: 'Votre navigateur vous demandera son autorisation.',
  permission_denied: 'Votre navigateur bloque les notifications de ce site.',
  unsupported: 'Les notifications ne sont pas disponibles sur cet appareil.',
} as const satisfies Record<PushStatus, string>

/** Any other status is the message of what went wrong: shown as it is. */
export const pushLabel = (status: string): string => {
  const known = PUSH_STATUSES.find((s) => s === status)
  return known ? LABELS[known] : status
}
