import { useState } from 'react'
import { toastRefusal } from '../../data/state/toasts'

/**
 * An action of a button: `busy` while it runs. `failed`: the sentence to show when the server sends
 * none, or what to do with the error; `run` then returns null.
 */
export const useAsyncAction = (): {
  busy: boolean
  run: <T>(
    work: () => Promise<T>,
    failed: string | ((error: unknown) => unknown),
  ) => Promise<T | null>
} => {
  const [busy, setBusy] = useState(false)
  return {
    busy,
    run: async (work, failed) => {
      setBusy(true)
      try {
        return await work()
      } catch (error) {
        if (typeof failed === 'string') toastRefusal(error, failed)
        else failed(error)
        return null
      } finally {
        setBusy(false)
      }
    },
  }
}
