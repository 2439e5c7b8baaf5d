import type { Config } from '#contract/session/session'
import type { Env } from '../env'
import { VERSION } from '../version'
import { DEMO_LOGINS } from './demo'

/** Where the page finds the realtime server: this host, or the hosted service. */
const realtimeOf = (env: Env, key: string): Config['realtime'] =>
  env.PUSHER_KEY
    ? {
        key,
        cluster: env.PUSHER_CLUSTER,
        host: env.PUSHER_HOST || `ws-${env.PUSHER_CLUSTER}.pusher.com`,
        port: env.PUSHER_PORT || null,
        forceTLS: env.PUSHER_TLS,
      }
    : { key, cluster: 'local', host: '', port: null, forceTLS: null }

/**
 * Public configuration of this installation; `key` is the realtime server's. Embedded in the page
 * too, so that the first screen needs no request for it.
 */
export const publicConfig = (env: Env, key: string): Config => ({
  appName: env.APP_NAME,
  version: VERSION,
  demo: env.demo,
  demoLogins: env.demo ? [...DEMO_LOGINS] : [],
  realtime: realtimeOf(env, key),
  visits: env.VISITS_URL ? { url: env.VISITS_URL, siteId: env.VISITS_SITE_ID } : null,
})
