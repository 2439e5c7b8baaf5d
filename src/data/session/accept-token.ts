import { emitSession, session } from './state'
import { storage } from '../device/storage'

/** Takes a new access token: this page, this device (the other tabs see it there), and whoever listens. */
export const acceptToken = (token: string): void => {
  if (session.token === token) return
  session.token = token
  storage.set('auth_token', token)
  storage.set('session_active', 'true')
  emitSession('token')
}
