import { useState } from 'react'
import { useLocation } from 'wouter'

/** State of the history entry of a page that was opened from the news. */
export const FROM_NEWS = { from: 'news' } as const

const isFromNews = (): boolean =>
  (history.state as { readonly from?: unknown } | null)?.from === FROM_NEWS.from

/** The back arrow of a page: leads to the news if it was opened from there, else to `otherwise`. */
export const useWayBack = (otherwise: {
  readonly label: string
  readonly go: string | (() => void)
}): { readonly onBack: () => void; readonly backLabel: string } => {
  const [, navigate] = useLocation()
  const [fromNews] = useState(isFromNews)
  const { label, go } = fromNews ? { label: 'Retour aux actualités', go: '/news' } : otherwise
  return {
    onBack: typeof go === 'string' ? () => navigate(go) : go,
    backLabel: label,
  }
}
