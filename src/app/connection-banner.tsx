import { useSnapshot } from 'valtio'
import { hub, hubState } from '../data/hub'
import { Banner } from '../ui/banner'
import { useDelay } from '../ui/use-delay'

const LOST_MS = 2_500

/** Said only when the loss lasts: a blink of the network is nobody's business. */
export const ConnectionBanner = () => {
  const { connection } = useSnapshot(hubState)
  const lost = connection === 'unavailable' || connection === 'failed' || connection === 'disconnected' || connection === 'connecting'
  const shown = useDelay(lost, LOST_MS)
  if (!lost || !shown) return null
  return (
    <Banner tone="warn" action={{ label: 'Réessayer', onClick: () => void hub().reconnect() }}>
      Connexion interrompue. Vos messages vous attendent, tout reprendra au retour du réseau.
    </Banner>
  )
}
