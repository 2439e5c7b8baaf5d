import { ref } from 'valtio'
import { onSessionChange, session } from '../../data/session/state'
import { dismissToast, toast } from '../../data/state/toasts'
import { faceGate, type CheckedPhoto, type EditedPhotos, type FoundPhoto } from './face-gate'

/** The search is announced when it takes longer, ms. */
const QUIET_MS = 700

/** Loaded with the first photo. */
const looks = () => import('../../data/media/looks')

const find = async (file: File, loaded: ReturnType<typeof looks>): Promise<FoundPhoto> => {
  const photo = { id: crypto.randomUUID(), file }
  try {
    const { detectFaces } = await loaded
    const { faces, spots } = await detectFaces(file, new AbortController().signal)
    return { ...photo, faces, spots }
  } catch {
    return { ...photo, faces: 'failed', spots: [] }
  }
}

let turn: Promise<unknown> = Promise.resolve()
/** Opens the editor, after the one that is open. */
const edit = (photos: readonly FoundPhoto[]): Promise<EditedPhotos> => {
  const edited = turn.then(
    () =>
      new Promise<EditedPhotos>((answer) => {
        faceGate.asked = ref({ photos, answer })
      }),
  )
  turn = edited.then(() => {
    faceGate.asked = null
  })
  return edited
}
// the next member must not find these photos on the screen
onSessionChange((what) => {
  if (what === 'account' || what === 'ended')
    faceGate.asked?.answer(faceGate.asked.photos.map(() => null))
})

/** See check-faces.ts, which loads this file with the first photo. */
export const runFaceCheck = async (files: readonly File[]): Promise<readonly CheckedPhoto[]> => {
  const { accountId } = session
  let notice = ''
  const slow = setTimeout(() => (notice = toast('Recherche des visages…')), QUIET_MS)
  const loaded = looks()
  const photos = await Promise.all(files.map((file) => find(file, loaded)))
  clearTimeout(slow)
  // the editor would open under it
  dismissToast(notice)
  const shown = photos.filter((p) => p.faces === 'failed' || p.spots.length > 0)
  const isSame = (): boolean => session.accountId === accountId
  if (shown.length === 0 || !isSame()) return isSame() ? photos : []
  const edited = await edit(shown)
  if (!isSame()) return []
  const decided = new Map(shown.map((p, i) => [p.id, edited[i] ?? null]))
  return photos.flatMap((p) => (decided.has(p.id) ? (decided.get(p.id) ?? []) : p))
}
