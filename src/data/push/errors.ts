import { ApiError } from '../http/api-error'

const WORDS = {
  SW_UNSUPPORTED: 'Service workers non supportés',
  PUSH_DISABLED: 'Notifications push désactivées',
  SERVICE_WORKER_MISSING: 'Service worker introuvable',
} as const

/** Why push cannot start on this device. */
export class PushError extends Error {
  constructor(readonly code: keyof typeof WORDS) {
    super(WORDS[code])
  }
}

const shown = (details: unknown): string =>
  Array.isArray(details)
    ? details
        .map((d: { path?: string; message?: string }) =>
          [d.path, d.message].filter(Boolean).join(' '),
        )
        .join(', ')
    : typeof details === 'string'
      ? details
      : JSON.stringify(details)

/** The sentence for a failed subscription: the server's, else the exception's. */
export const subscribeMessage = (error: unknown): string => {
  if (error instanceof ApiError && error.code === 'invalid_payload' && error.details !== undefined)
    return `Invalid payload: ${shown(error.details)}`
  if (error instanceof ApiError && error.status === 0)
    return 'Pas de réseau. Vérifiez votre connexion, puis réessayez.'
  return error instanceof Error ? error.message : String(error)
}

export const PUSH_REFUSALS = {
  unsupported: 'Les notifications push ne sont pas supportées sur cet appareil.',
  denied: 'Permission refusée. Activez-la dans les paramètres de votre navigateur.',
  couple: 'Veuillez d’abord indiquer qui utilise cet appareil.',
  solo: 'Impossible de déterminer l’identité pour cet appareil.',
  dismissed:
    'Autorisez les notifications dans votre navigateur (icône cadenas > Notifications) puis réessayez.',
  refused: 'Permission refusée',
} as const
