import { CHOICES_DB, SHARED_DB, type SharedContent } from '#contract/workers/device'

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  })
const inStore = async <T>(
  name: string,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> => {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(name)
  const db = await answer(opening)
  try {
    return await answer(work(db.transaction(name, mode).objectStore(name)))
  } finally {
    db.close()
  }
}

/** Whether this device shows itself under the neutral name; so it does while that cannot be read. */
export const isDiscreet = (): Promise<boolean> =>
  inStore(CHOICES_DB, 'readonly', (store) => store.get('discreet')).then(
    (value) => value === true,
    () => true,
  )

const SHARED_MAX = 10
const textOf = (form: FormData): string =>
  ['title', 'text', 'url']
    .map((name) => form.get(name))
    .filter((part) => typeof part === 'string' && part.trim() !== '')
    .join('\n')
    .slice(0, 2_000)

/**
 * Keeps what the phone's share sheet posted, on this device only, and leads to the page that asks
 * for whom it is. Any site may post a form here, and may hide its origin: so nothing gets into a
 * draft before the member has chosen a conversation.
 */
export const receiveShare = async (request: Request): Promise<Response> => {
  try {
    const form = await request.formData()
    const files = form
      .getAll('photos')
      .filter((part) => part instanceof File && part.size > 0 && part.type.startsWith('image/'))
      .slice(0, SHARED_MAX) as File[]
    const record: SharedContent<File> = { files, text: textOf(form), at: Date.now() }
    await inStore(SHARED_DB, 'readwrite', (store) => store.put(record, SHARED_DB))
  } catch {
    // no space, or not a form: the page reports that nothing was received
  }
  return Response.redirect('/share', 303)
}
