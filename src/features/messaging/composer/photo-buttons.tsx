import { useRef, type RefObject } from 'react'
import { isMobileDevice } from '../../../lib/device'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconCamera, IconImage } from '../../../ui/icons/media'

/** Hidden file input of the composer. */
const Picker = ({
  input,
  camera,
  onFiles,
}: {
  input: RefObject<HTMLInputElement | null>
  camera?: boolean
  onFiles: (files: readonly File[]) => void
}) => (
  <input
    ref={input}
    type="file"
    hidden
    aria-hidden="true"
    tabIndex={-1}
    multiple={!camera}
    accept="image/*,.tif,.tiff,.heic,.heif"
    {...(camera ? { capture: 'environment' as const } : {})}
    onChange={(event) => {
      const list = [...(event.target.files ?? [])]
      // allows choosing the same file again
      event.target.value = ''
      // a task of its own: the browser has just made the files in this one
      setTimeout(() => onFiles(list))
    }}
  />
)

/** Loads the editor and starts an image worker while the member chooses files. */
const choosePhotos = (input: HTMLInputElement | null): void => {
  input?.click()
  // what does not come now is requested again with the first photo
  void Promise.allSettled([
    import('../../../data/media/images').then(({ warmImages }) => warmImages()),
    import('./photo-desk'),
    import('../../../parts/blur/blur-dialog'),
    import('../../../parts/photo/people-choice'),
  ])
}

/** Buttons that add photos to a message; on a phone also its camera. */
export const PhotoButtons = ({ onFiles }: { onFiles: (files: readonly File[]) => void }) => {
  const file = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const mobile = isMobileDevice()
  return (
    <>
      <IconButton
        label="Joindre une image"
        icon={<IconImage />}
        variant="soft"
        onClick={() => choosePhotos(file.current)}
      />
      {mobile ? (
        <IconButton
          data-camera=""
          label="Prendre une photo"
          icon={<IconCamera />}
          variant="soft"
          onClick={() => choosePhotos(camera.current)}
        />
      ) : null}
      <Picker input={file} onFiles={onFiles} />
      {mobile ? <Picker input={camera} camera onFiles={onFiles} /> : null}
    </>
  )
}
