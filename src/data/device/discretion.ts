import { proxy } from 'valtio'
import { CHOICES_DB } from '#contract/workers/device'
import { openKeyValueStore } from './key-value-store'
import { DISCRETION_EVENT } from './neutral'
import { storage } from './storage'

/**
 * `discreet`: neutral name, icon and title on this device. `covered`: a neutral page hides
 * everything in this tab.
 */
export const discretion = proxy({
  discreet: storage.get('discreet') === 'true',
  covered: storage.get('covered') === 'true',
})

/** src/app/early keeps title, icons and manifest in line with storage. */
const apply = (): void => void dispatchEvent(new Event(DISCRETION_EVENT))

/** The service worker shows notifications without a page, so it has its own copy of the setting. */
const tellWorker = async (discreet: boolean): Promise<void> => {
  const stores = await openKeyValueStore<typeof CHOICES_DB>(
    CHOICES_DB,
    [CHOICES_DB],
    () => undefined,
  )
  await stores.run('readwrite', (store) => store(CHOICES_DB).put('discreet', discreet))
  stores.close()
}

export const setDiscreet = (on: boolean): void => {
  discretion.discreet = on
  if (on) storage.set('discreet', 'true')
  else storage.remove('discreet')
  apply()
  void tellWorker(on).catch(() => undefined)
}

let focused: Element | null = null
/**
 * What had the focus when the screen was covered. The cover may be drawn later, when its code has
 * loaded: nothing has the focus then.
 */
export const focusedBeforeCover = (): Element | null => focused

/** Kept for the life of the tab: a reload does not uncover it. */
export const setCovered = (on: boolean): void => {
  if (on && !discretion.covered) focused = document.activeElement
  discretion.covered = on
  if (on) storage.set('covered', 'true')
  else storage.remove('covered')
  apply()
}

// changed in another tab: src/app/early updates title and icons, this updates the settings switch
if (typeof addEventListener === 'function')
  addEventListener('storage', (event) => {
    if (event.key === 'discreet') discretion.discreet = storage.get('discreet') === 'true'
  })
