/** Name of the app in discreet mode; also in public/carnet.webmanifest. */
export const NEUTRAL_NAME = 'Carnet'

/** Dispatched on the window when discreet mode or the cover changes; `src/app/early` updates the document's head. */
export const DISCRETION_EVENT = 'discretion'
