/** An open photo is requested again within 60 s, so that it closes when the access has ended. */
export const VIEWER_LINK = {
  variant: 'full',
  retries: 3,
  delayMs: 600,
  lifetimeS: 60,
  autoRefresh: true,
} as const

/**
 * Where the viewer loads a picture from after a number of failures: its link, a new link, the
 * bytes, nowhere.
 */
type ViewerSource = 'link' | 'blob' | 'failed'

/** `failures` counts pictures that could not be decoded: the first asks for a new link, the second for the bytes. */
export const viewerSource = (
  link: 'loading' | 'ready' | 'error',
  failures: number,
): ViewerSource => {
  if (link === 'error' || failures > 2) return 'failed'
  return failures === 2 ? 'blob' : 'link'
}
