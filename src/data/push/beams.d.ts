/**
 * The client's source: its built file contains a runtime that creates code from text, which the
 * page's policy refuses.
 */
declare module '@pusher/push-notifications-web/src/push-notifications.js' {
  export { Client, type ITokenProvider } from '@pusher/push-notifications-web'
}
