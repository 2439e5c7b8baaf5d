/** Links of style sheets that failed to load. */
const failed = new Set<HTMLLinkElement>()
let running: Promise<unknown> | null = null

/** Notes each style sheet that fails to load, for `reloadFailedStyles`. */
export const noteFailedStyles = (): void =>
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
    },
    // an error of loading does not bubble
    { capture: true },
  )

/** Resolves when it has loaded or failed. */
const reload = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve) => {
    const again = link.cloneNode() as HTMLLinkElement
    again.addEventListener('load', () => resolve())
    again.addEventListener('error', () => resolve())
    failed.delete(link)
    link.replaceWith(again)
  })

/**
 * Requests the style sheets that failed again. Vite requests each only once per page: what is imported
 * again would come without them. Rejects with `failure` when the one that it names fails again.
 */
export const reloadFailedStyles = async (failure: Error): Promise<void> => {
  running ??= Promise.all([...failed].map(reload)).finally(() => (running = null))
  await running
  if ([...failed].some(({ href }) => failure.message.endsWith(href))) throw failure
}
