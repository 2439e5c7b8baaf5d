import { Suspense, useRef, useState, type ChangeEvent } from 'react'
import { openCamera } from '../../../data/media/camera'
import { session } from '../../../data/session/session'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconPlus, IconUpload } from '../../../ui/icons/actions'
import { IconCamera, IconImage } from '../../../ui/icons/media'
import { Menu } from '../../../ui/overlay/menu'
import { useDesktop, useMediaQuery } from '../../../ui/layout/use-media-query'
import { openDrive } from '../drive/drive-target'
import { warmUpImages } from '../../../data/media/upload-queue'
import { actWithPart, lazyPart } from '../../../data/start/lazy-part'
import type { PhotoSource } from './ask-people'

const AskPeople = lazyPart(() => import('./ask-people').then((m) => m.AskPeople))

const ACCEPT = 'image/*,.tif,.tiff,.heic,.heif'

const add = (target: string, files: readonly File[]): Promise<void> =>
  actWithPart(
    () => import('./add'),
    (code) => code.checkAndAddPhotos(target, files),
  )

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
  const asks = !desktop && session.account?.identities[1] !== undefined
  const [asked, setAsked] = useState<PhotoSource | null>(null)
  const take = (event: ChangeEvent<HTMLInputElement>): void => {
    void add(target, [...(event.target.files ?? [])])
    event.target.value = '' // allows choosing the same file again
  }
  const sources: readonly PhotoSource[] = [
    {
      label: 'Choisir des photos',
      icon: <IconUpload size={18} />,
      onSelect: () => files.current?.click(),
    },
    ...(!desktop || finger
      ? [
          {
            label: 'Prendre une photo',
            icon: <IconCamera size={18} />,
            onSelect: () => openCamera((taken) => void add(target, taken)),
          },
        ]
      : []),
  ]
  return (
    <>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        accept={ACCEPT}
        aria-label="Choisir des photos"
        onChange={take}
      />
      <Menu
        label={label}
        align="end"
        items={[
          ...sources.map((source) => ({
            ...source,
            onSelect: () => {
              if (asks) setAsked(source)
              else source.onSelect()
              warmUpImages()
            },
          })),
          {
            label: 'Depuis mes photos',
            icon: <IconImage size={18} />,
            onSelect: () => openDrive(name, onPick),
          },
        ]}
        trigger={(p) => <IconButton {...p} label={label} variant="accent" icon={<IconPlus />} />}
      />
      <Suspense fallback={null}>
        {asked ? <AskPeople target={target} source={asked} onClose={() => setAsked(null)} /> : null}
      </Suspense>
    </>
  )
}
