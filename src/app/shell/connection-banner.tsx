import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { serverState } from '../../data/http/server-state'
import { OFFLINE_NOTICE, offlineContent, SERVER_NOTICE } from '../../data/hub/from-device'
import { hub, hubState } from '../../data/hub/hub'
import { Banner } from '../../ui/feedback/banner'
import { useDelayedFlag } from '../../ui/feedback/use-delayed-flag'

const LOST_MS = 2_500
const LATE_MS = 800

/** The browser's own idea of being online. */
const useOnline = (): boolean => {
  const [online, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const look = (): void => setOnline(navigator.onLine)
    addEventListener('online', look)
    addEventListener('offline', look)
    return () => {
      removeEventListener('online', look)
      removeEventListener('offline', look)
    }
  }, [])
  return online
}

const LOST_NOTICE = 'Connexion interrompue. Tout reprendra au retour du réseau.'
const noticeOf = (online: boolean, failing: boolean, old: boolean): string => {
  if (online && failing) return SERVER_NOTICE
  return online && !old ? LOST_NOTICE : OFFLINE_NOTICE
}

/**
 * Shown at once when offline or when the screen shows kept data; otherwise only when the loss
 * lasts.
 */
export const ConnectionBanner = () => {
  const { connection } = useSnapshot(hubState)
  const kept = useSnapshot(offlineContent).shown
  const { failing } = useSnapshot(serverState)
  // a slow response is not a lost connection
  const late = useDelayedFlag(kept, LATE_MS)
  const old = kept && late
  const online = useOnline()
  const lost =
    connection === 'unavailable' ||
    connection === 'failed' ||
    connection === 'disconnected' ||
    connection === 'connecting'
  const shown = useDelayedFlag(lost, LOST_MS)
  if (online && !old && !(lost && shown)) return null
  return (
    <Banner tone="warn" action={{ label: 'Réessayer', onClick: () => void hub().reconnect() }}>
      {noticeOf(online, failing, old)}
    </Banner>
  )
}
