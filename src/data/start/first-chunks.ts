/** Chunks of a first screen, named by the build in `<meta name="chunks">` (scripts/vite/chunk-names.ts). */
export type FirstScreen = 'login' | 'member' | 'thread' | 'events'

/** Starts loading the chunks of these screens; the bundle finds them on their way. */
export const preloadChunks = (screens: readonly FirstScreen[]): void => {
  const meta = document.querySelector<HTMLElement>('meta[name="chunks"]')
  const names = screens.flatMap(
    (screen) => meta?.getAttribute(`data-for-${screen}`)?.split(' ') ?? [],
  )
  for (const name of new Set(names.filter(Boolean))) {
    const link = document.createElement('link')
    const isStyle = name.endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.crossOrigin = ''
    link.href = `/assets/${name}`
    document.head.append(link)
  }
}
