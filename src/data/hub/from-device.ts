import { proxy } from 'valtio'

/** Notice above content that is only from this device. */
export const OFFLINE_NOTICE = 'Hors ligne. Ce que vous écrivez partira au retour du réseau.'

/** The same while the server is reached, but fails. */
export const SERVER_NOTICE =
  'Le serveur répond mal. Ce que vous écrivez partira dès qu’il sera rétabli.'

/** `shown`: the screen shows content stored on this device, because the server is unreachable. */
export const offlineContent = proxy({ shown: false })
