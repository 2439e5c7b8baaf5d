import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { announceNewVersion } from '../hub/hub'
import { session } from '../session/state'
import { dismissToast, toast } from '../state/toasts'
import { lazyWithPreload } from './lazy-with-preload'
import { loadCodeWithRetry, loadScreenCode } from './load-code'
import { isOutdated } from './version'

/**
 * Code that the member has asked for: requested until it comes, while a toast says so. Where a newer
 * version has taken its place, that is announced: a reload would lose what is being written.
 */
const loadPart = async <T>(load: () => Promise<T>): Promise<T> => {
  let notice: string | undefined
  const part = await loadCodeWithRetry(load, () => {
    notice ??= toast('Cette partie n’a pas pu se charger. Elle s’affichera dès que possible.', {
      kind: 'error',
      durationMs: 6_000,
    })
    void isOutdated().then((is) => is && announceNewVersion())
  })
  if (notice !== undefined) dismissToast(notice)
  return part
}

/**
 * As React's `lazy`, for a part of a screen: a rejection would replace the whole page by an error,
 * with what was typed in it.
 */
export const lazyPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> => lazy(async () => ({ default: await loadPart(load) }))

/**
 * As `lazyPart`, for a page that holds nothing typed, outside of the shell with its banner of a newer
 * version: it fails where it belongs to an older one, and CrashScreen loads the newer.
 */
export const lazyPage = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazyWithPreload(() => loadScreenCode(load))

/**
 * An act whose code is loaded with its first use. Undefined, and nothing is done, where another
 * account has taken over the page while that was awaited.
 */
export const actWithPart = async <T, R>(
  load: () => Promise<T>,
  act: (code: T) => Promise<R>,
): Promise<R | undefined> => {
  const { accountId } = session
  const code = await loadPart(load)
  return session.accountId === accountId ? act(code) : undefined
}
