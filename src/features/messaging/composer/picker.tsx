import type { RefObject } from 'react'

/** Hidden file input of the composer. */
export const Picker = ({
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
      onFiles(list)
    }}
  />
)

/** Starts an image worker while the member chooses files. */
export const choosePhotos = (input: HTMLInputElement | null): void => {
  input?.click()
  import('../../../data/media/images').then(
    ({ warmImages }) => warmImages(),
    () => undefined,
  )
}
