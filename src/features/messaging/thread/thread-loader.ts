import { loadScreenCode } from '../../../data/start/load-code'
import { lazyWithPreload } from '../../../data/start/lazy-with-preload'

/** A conversation; its chunk loads after the list, or at once when the URL names one. */
export const ThreadView = lazyWithPreload(() =>
  loadScreenCode(() => import('./thread').then((m) => m.ThreadView)),
)
/** The conversation id of the page's URL. */
export const conversationInUrl = (): string | null =>
  /^\/conversations\/([^/]+)/.exec(location.pathname)?.[1] ?? null
