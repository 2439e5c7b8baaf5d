import { proxy } from 'valtio'

/**
 * `held`: the session is known but its screen is not ready (its code or the kept conversations are
 * loading); drawing now would draw twice.
 */
export const openingState = proxy({ held: false })
