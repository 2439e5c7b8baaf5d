import { navigate } from 'wouter/use-browser-location'
import { prefetchLink } from '../../data/media/media-urls'
import { pictureBytes } from '../../data/media/picture-bytes'
import { offerShared } from '../../data/device/shared-photos'
import { closeAll } from '../../data/state/panels'
import { useAsyncAction } from '../form/use-async-action'
import { IconButton } from '../../ui/forms/icon-button'
import { IconShare } from '../../ui/icons/actions'
import { VIEWER_LINK } from './viewer-source'

/** «Partager» on an own photo: then a conversation is chosen, and its composer looks for faces. */
export const ShareButton = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { busy, run } = useAsyncAction()
  const share = () =>
    run(async () => {
      const url = await prefetchLink(id, VIEWER_LINK.variant)
      if (!url) throw new Error('no link')
      const bytes = await pictureBytes(url, AbortSignal.timeout(20_000))
      // the name of the file tells nothing of where the photo was
      offerShared([new File([bytes], 'photo', { type: bytes.type })])
      onClose()
      await closeAll()
      navigate('/share')
    }, 'La photo n’a pas pu être préparée. Vérifiez votre connexion.')
  return (
    <IconButton
      label="Partager cette photo"
      icon={<IconShare />}
      variant="over"
      busy={busy}
      onClick={() => void share()}
    />
  )
}
