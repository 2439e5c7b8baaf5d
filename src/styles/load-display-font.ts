/**
 * Loads Fraunces once the first paint is behind us: titles appear at once in the fallback and take their
 * final letters when the network and the main thread are idle.
 */
export function loadDisplayFont(): void {
  const load = (): void => void import('./fonts-display.css')
  // Safari has no requestIdleCallback
  if ('requestIdleCallback' in globalThis) requestIdleCallback(load, { timeout: 2000 })
  else setTimeout(load, 200)
}
