import { ahead } from '../../../ui/layout/lazy-with-preload'

/** A conversation, whose code is fetched after the list's, or at once where the page's address names one. */
export const ThreadView = ahead(() => import('./thread').then((m) => m.ThreadView))
/** The conversation that the page's address names. */
export const addressed = (): string | null =>
  /^\/conversations\/([^/]+)/.exec(location.pathname)?.[1] ?? null
