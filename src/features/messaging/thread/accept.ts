import { UPLOAD_MAX_BYTES } from '#contract/limits'

/** Pictures by their type, TIFF and HEIC also by their name (some systems give them none); 30 MB at most. The rest is ignored. */
export const acceptable = (file: Pick<File, 'name' | 'type' | 'size'>): boolean =>
  file.size <= UPLOAD_MAX_BYTES &&
  file.size > 0 &&
  (file.type.startsWith('image/') || /\.(tiff?|hei[cf])$/i.test(file.name)) &&
  file.type !== 'image/svg+xml'
