/** Opens the route of a clicked notification in an open page, without a reload. */
export const openClickedNotifications = (go: (path: string) => void): void =>
  navigator.serviceWorker?.addEventListener(
    'message',
    (event: MessageEvent<{ type?: unknown; url?: unknown } | null>) => {
      const { type, url } = event.data ?? {}
      if (
        type !== 'OPEN' ||
        typeof url !== 'string' ||
        !URL.canParse(url) ||
        new URL(url).origin !== location.origin
      )
        return
      event.ports[0]?.postMessage(true)
      const { pathname, search } = new URL(url)
      go(`${pathname}${search}`)
    },
  )
