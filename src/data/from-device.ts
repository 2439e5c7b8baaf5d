import { proxy } from 'valtio'

/** `shown`: what stands on the screen is what this device has kept, because the server could not be reached. */
export const fromDevice = proxy({ shown: false })
