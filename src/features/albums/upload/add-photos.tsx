import { useRef, type ChangeEvent } from 'react'
import { openCamera } from '../../../data/media/camera'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconPlus, IconUpload } from '../../../ui/icons/actions'
import { IconCamera, IconImage } from '../../../ui/icons/media'
import { Menu } from '../../../ui/overlay/menu'
import { useDesktop, useMediaQuery } from '../../../ui/layout/use-media-query'
import { openDrive } from '../drive/drive-target'
import { warmUp } from '../../../data/media/upload-queue'
import { checkFaces } from '../../../parts/blur/check-faces'
import { addPhotos, PUBLIC } from './uploads'

const ACCEPT = 'image/*,.tif,.tiff,.heic,.heif'

const add = async (target: string, files: readonly File[]): Promise<void> => {
  const [photos, { choiceFor }] = await Promise.all([
    checkFaces(files),
    import('../../../data/media/people'),
  ])
  addPhotos(target, photos, choiceFor(target === PUBLIC ? 'public' : 'album'))
}

/** One «+» with three sources of photos: files, a phone's camera, and the account's photos on the server. */
export const AddPhotos = ({
  target,
  name,
  label = 'Ajouter des photos',
  onPick,
}: {
  target: string
  name: string
  label?: string
  onPick: (ids: readonly string[]) => Promise<void>
}) => {
  const files = useRef<HTMLInputElement>(null)
  const desktop = useDesktop()
  const finger = useMediaQuery('(pointer: coarse)')
  const take = (event: ChangeEvent<HTMLInputElement>): void => {
    void add(target, [...(event.target.files ?? [])])
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
      <Menu
        label={label}
        align="end"
        items={[
          {
            label: 'Choisir des photos',
            icon: <IconUpload size={18} />,
            onSelect: () => choose(files.current),
          },
          ...(!desktop || finger
            ? [
                {
                  label: 'Prendre une photo',
                  icon: <IconCamera size={18} />,
                  onSelect: () => {
                    openCamera((files) => void add(target, files))
                    warmUp()
                  },
                },
              ]
            : []),
          {
            label: 'Depuis mes photos',
            icon: <IconImage size={18} />,
            onSelect: () => openDrive(name, onPick),
          },
        ]}
        trigger={(p) => <IconButton {...p} label={label} variant="accent" icon={<IconPlus />} />}
      />
    </>
  )
}
