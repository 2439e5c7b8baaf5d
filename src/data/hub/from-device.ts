import { proxy } from 'valtio'

/** What is said where nothing but that can be shown. */
export const AWAY_WORDS =
  'Hors ligne. Voici ce que cet appareil a gardé ; ce que vous écrivez partira au retour du réseau.'

/** `shown`: what stands on the screen is what this device has kept, because the server could not be reached. */
export const fromDevice = proxy({ shown: false })
