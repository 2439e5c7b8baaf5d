import { emitSession, session } from './state'
import { storage } from '../device/storage'

/**
 * Stores a new access token on this page and device (other tabs read it there) and notifies
 * listeners.
 */
export const acceptToken = (token: string): void => {
  if (session.token === token) return
  session.token = token
  storage.set('auth_token', token)
  storage.set('session_active', 'true')
  emitSession('token')
}
