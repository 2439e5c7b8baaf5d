import { loadCodeWithRetry } from '../data/start/load-code'

/** Loads Fraunces. Its letters restyle the whole page, so this runs when idle; titles use the fallback until then. */
export const loadDisplayFont = (): void =>
  void loadCodeWithRetry(() => import('./fonts-display.css'))
