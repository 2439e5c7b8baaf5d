import { proxy } from 'valtio'

/** `held`: the session is known, but not yet drawn: its code, or what the device has kept of it, comes in a moment, and a screen that is drawn twice is late twice. */
export const opening = proxy({ held: false })
