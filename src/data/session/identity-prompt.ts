import { proxy } from 'valtio'

/** Whether «Qui est derrière l'écran ?» is open; any screen can open it. */
export const identityPrompt = proxy({ open: false })

export const openIdentityDialog = (): void => {
  identityPrompt.open = true
}
export const closeIdentityDialog = (): void => {
  identityPrompt.open = false
}
