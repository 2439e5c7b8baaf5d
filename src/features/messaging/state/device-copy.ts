import { failureOf } from '../../../data/http/api-error'
import { offlineContent } from '../../../data/hub/from-device'
import { session } from '../../../data/session/session'
import { applyDeviceCopy } from '../offline/kept-show'
import { ownAccountId } from './own-account'

/**
 * Returns a check that the account is still the one that made the request: another account's
 * response must be dropped.
 */
export const createAccountCheck = (): (() => boolean) => {
  const asked = ownAccountId()
  return () => asked === ownAccountId()
}
/** The device's copy is shown when the server takes longer than this, ms. */
const PATIENCE_MS = 1_500
/**
 * Shows the device's copy of the list (no id) or of a conversation. False: there is none, or the
 * response was faster.
 */
export const loadDeviceCopy = async (id?: string): Promise<boolean> => {
  const same = createAccountCheck()
  const kept = await import('../offline/kept')
    .then((m) => m.readDeviceCopy(id))
    .catch(() => undefined)
  return kept !== undefined && kept !== null && same() && applyDeviceCopy(kept, id)
}
/**
 * Runs `work` and shows the device's copy when the server is slow; offline, that copy counts as
 * success.
 */
export const withDeviceCopy = async (work: () => Promise<void>, id?: string): Promise<void> => {
  // the session request got no response either: do not wait again
  const copy: { shown: Promise<boolean> | null } = { shown: null }
  const show = (): void => {
    copy.shown = loadDeviceCopy(id)
  }
  const known = session.account !== null && !offlineContent.shown
  // synchronously, before the next frame: the shell then renders together with its list
  if (!known) show()
  const timer = known ? setTimeout(show, PATIENCE_MS) : undefined
  try {
    await work()
  } catch (error) {
    // content that is already shown is not replaced, and is no failure
    if (failureOf(error) !== 'offline' || !((await copy.shown) || (await loadDeviceCopy(id))))
      throw error
  } finally {
    clearTimeout(timer)
  }
}
