import { useRef, type ChangeEvent } from 'react'
import { openCamera } from '../../../data/media/camera'
import { Button } from '../../../ui/forms/button'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconPlus } from '../../../ui/icons/actions'
import { IconCamera, IconImage } from '../../../ui/icons/media'
import { useDesktop, useMediaQuery } from '../../../ui/layout/use-media-query'
import { openDrive } from '../drive/drive-target'
import { warmUp } from '../../../data/media/upload-queue'
import { addFiles } from './uploads'

const ACCEPT = 'image/*,.tif,.tiff,.heic,.heif'

/** Three sources of photos: files, a phone's camera, and the account's photos on the server. */
export const AddPhotos = ({
  target,
  name,
  onPick,
}: {
  target: string
  name: string
  onPick: (ids: readonly string[]) => Promise<void>
}) => {
  const files = useRef<HTMLInputElement>(null)
  const desktop = useDesktop()
  const finger = useMediaQuery('(pointer: coarse)')
  const take = (event: ChangeEvent<HTMLInputElement>): void => {
    addFiles(target, [...(event.target.files ?? [])])
    event.target.value = '' // allows choosing the same file again
  }
  const choose = (input: HTMLInputElement | null): void => {
    input?.click()
    warmUp()
  }
  const hidden = { type: 'file', hidden: true, tabIndex: -1, onChange: take } as const
  return (
    <>
      <input {...hidden} ref={files} multiple accept={ACCEPT} aria-label="Choisir des photos" />
      <Button variant="primary" icon={<IconPlus size={18} />} onClick={() => choose(files.current)}>
        Ajouter des photos
      </Button>
      {!desktop || finger ? (
        <IconButton
          label="Prendre une photo"
          variant="soft"
          icon={<IconCamera />}
          onClick={() => {
            openCamera((photos) => addFiles(target, photos))
            warmUp()
          }}
        />
      ) : null}
      <Button icon={<IconImage size={18} />} onClick={() => openDrive(name, onPick)}>
        Depuis mes photos
      </Button>
    </>
  )
}
