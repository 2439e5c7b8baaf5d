import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { hubState } from '../../data/hub/hub'
import { Banner } from '../../ui/feedback/banner'

/** Announces a newer version; the member chooses when to reload, so that no input is lost. */
export const UpdateBanner = () => {
  const { newVersion } = useSnapshot(hubState)
  const [going, setGoing] = useState(false)
  if (!newVersion) return null
  const reload = (): void => {
    if (going) return
    setGoing(true)
    void import('../service-worker').then(
      (m) => m.reloadIntoNewVersion(),
      () => location.reload(),
    )
  }
  return (
    <Banner tone="info" action={{ label: 'Recharger maintenant', onClick: reload }}>
      Une nouvelle version est disponible
    </Banner>
  )
}
