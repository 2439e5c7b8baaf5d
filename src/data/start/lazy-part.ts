import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { dismissToast, toast } from '../state/toasts'
import { loadCodeWithRetry } from './load-code'

/**
 * As React's `lazy`, for a part of a screen. Its code is requested until it comes, and a toast says
 * so: a rejection would replace the whole page by an error, with what was typed in it.
 */
export const lazyPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => {
    let notice: string | undefined
    const part = await loadCodeWithRetry(load, () => {
      notice ??= toast('Connexion perdue. La suite s’affichera dès son retour.', {
        kind: 'error',
        durationMs: 6_000,
      })
    })
    if (notice !== undefined) dismissToast(notice)
    return { default: part }
  })
