/** The client's own source: its built file carries a runtime that makes code from text, which the page's policy refuses. */
declare module '@pusher/push-notifications-web/src/push-notifications.js' {
  export { Client, type ITokenProvider } from '@pusher/push-notifications-web'
}
