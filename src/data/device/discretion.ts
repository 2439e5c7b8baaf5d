import { proxy } from 'valtio'
import { CHOICES_DB } from '#contract/workers/device'
import { openShelves } from './key-value-store'
import { storage } from './storage'

/** Name under which the discreet app shows itself; the same word stands in public/theme.js and carnet.webmanifest. */
export const NEUTRAL_NAME = 'Carnet'

/** `discreet`: neutral name, icon and title on this device. `covered`: a neutral page hides everything in this tab. */
export const discretion = proxy({ discreet: storage.get('discreet') === 'true', covered: storage.get('covered') === 'true' })

/** public/theme.js holds title, icons and manifest to what is stored. */
const apply = (): void => void dispatchEvent(new Event('discretion'))

/** The service worker shows notifications when no page is there: it is told by a record of its own. */
const tellWorker = async (discreet: boolean): Promise<void> => {
  const shelves = await openShelves<typeof CHOICES_DB>(CHOICES_DB, [CHOICES_DB], () => undefined)
  await shelves.run('readwrite', (shelf) => shelf(CHOICES_DB).put('discreet', discreet))
  shelves.close()
}

export const setDiscreet = (on: boolean): void => {
  discretion.discreet = on
  if (on) storage.set('discreet', 'true')
  else storage.remove('discreet')
  apply()
  void tellWorker(on).catch(() => undefined)
}

/** Kept for as long as the tab: a reload does not uncover. */
export const setCovered = (on: boolean): void => {
  discretion.covered = on
  if (on) storage.set('covered', 'true')
  else storage.remove('covered')
  apply()
}

// another tab has switched it: the face of this one follows in public/theme.js, the switch of its settings here
if (typeof addEventListener === 'function')
  addEventListener('storage', (event) => {
    if (event.key === 'discreet') discretion.discreet = storage.get('discreet') === 'true'
  })
