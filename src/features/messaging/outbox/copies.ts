import type { BlurSpot } from '#contract/workers/image'
import { onSessionChange } from '../../../data/session/state'
import type { Photo } from '../state/model'

interface Copy {
  readonly spots: readonly BlurSpot[]
  readonly blob: Blob
}
/** By photo id: what is stored and sent in place of the chosen file. */
const copies = new Map<string, Copy>()
const making = new Map<string, readonly BlurSpot[]>()

/** The photo as it will be sent, once it has been made. */
const copyOf = ({ id, spots }: Pick<Photo, 'id' | 'spots'>): Blob | undefined => {
  const copy = copies.get(id)
  return copy?.spots === spots ? copy.blob : undefined
}
export const copiesOf = (photos: readonly Photo[]): Record<string, Blob> =>
  Object.fromEntries(
    photos.flatMap((p) => {
      const copy = copyOf(p)
      return copy ? [[p.id, copy] as const] : []
    }),
  )

/** Photos that left the draft; one that comes back is converted again. */
export const forgetCopies = (photos: readonly Photo[]): void => {
  for (const { id } of photos) {
    copies.delete(id)
    // a copy that is still being made is not kept either
    making.delete(id)
  }
}

/** Keeps a photo that has been made with these spots. */
export const keepCopy = (id: string, copy: Copy): void => {
  copies.set(id, copy)
}

type Chosen = Pick<Photo, 'id' | 'file' | 'spots'>
/** Makes a photo as it will be sent. Resolves with whether there is a new copy. */
export const makeCopy = async (photo: Chosen): Promise<boolean> => {
  const { id, spots, file } = photo
  if (copyOf(photo) || making.get(id) === spots) return false
  making.set(id, spots)
  try {
    const { convertPhoto } = await import('../../../data/media/images')
    const outcome = await convertPhoto(file, { spots })
    if (outcome.status !== 'converted' || making.get(id) !== spots) return false
    copies.set(id, { spots, blob: outcome.blob })
    return true
  } finally {
    if (making.get(id) === spots) making.delete(id)
  }
}
onSessionChange((what) => {
  if (what !== 'account' && what !== 'ended') return
  copies.clear()
  making.clear()
})
