import { useEffect, useState } from 'react'
import { refresh } from '#contract/session'
import { ApiError, call } from '../../data/api'
import styles from './session.module.css'

const EXPIRED = 'Votre session a expiré. Reconnectez-vous pour reprendre où vous en étiez.'

/**
 * Why one is here again. The browser still holds the refresh cookie of the session that ended, and the server says why it
 * did to whoever holds it: closed from another device, a new password, a stolen copy. `expired`: what to say before, and otherwise.
 */
export const EndedNote = ({ expired }: { expired: boolean }) => {
  const [why, setWhy] = useState(expired ? EXPIRED : null)
  useEffect(() => {
    call(refresh, {}).catch((error: unknown) => {
      if (error instanceof ApiError && error.code?.startsWith('session_')) setWhy(error.message)
    })
  }, [])
  return why ? <p className={styles.note} role="status">{why}</p> : null
}
