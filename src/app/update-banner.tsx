import { useSnapshot } from 'valtio'
import { hubState } from '../data/hub'
import { Banner } from '../ui/banner'

/** Reloads into the new version: the waiting service worker takes over first, when there is one. */
const reload = async (): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration()
  registration?.waiting?.postMessage({ type: 'SKIP_WAITING' })
  location.reload()
}

export const UpdateBanner = () => {
  const { newVersion } = useSnapshot(hubState)
  if (!newVersion) return null
  return (
    <Banner tone="info" action={{ label: 'Recharger maintenant', onClick: () => void reload() }}>
      Une nouvelle version est disponible
    </Banner>
  )
}
