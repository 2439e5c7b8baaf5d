import { UPLOAD_MAX_BYTES } from '#contract/limits'

/**
 * Images by type, TIFF and HEIC also by extension (some systems give them no type), up to 30 MB.
 * Other files are ignored.
 */
export const isAcceptedFile = (file: Pick<File, 'name' | 'type' | 'size'>): boolean => {
  // Chromium asks the file system each time
  const { size } = file
  return (
    size <= UPLOAD_MAX_BYTES &&
    size > 0 &&
    (file.type.startsWith('image/') || /\.(tiff?|hei[cf])$/i.test(file.name)) &&
    file.type !== 'image/svg+xml'
  )
}
