import { config as configRoute, type Config } from '#contract/session/session'
import { call } from '../http/api'
import { waitForFirstPaint } from './phases'
import { NEUTRAL_NAME } from '../device/neutral'
import { storage } from '../device/storage'
import { delay } from '../../lib/delay'

const RETRY_MS = [300, 600, 1200, 2400, 5000] as const
let loaded: Config | null = null
let loading: Promise<Config> | null = null

const looksLikeConfig = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && 'realtime' in value && 'appName' in value

const ask = async (): Promise<Config> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await call(configRoute, {})
      storage.set('config', answer)
      return answer
    } catch {
      // no network: the stored configuration is enough to start; the hub connects later
      const last = storage.get('config')
      if (looksLikeConfig(last)) return last
      await delay(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] as number)
    }
  }
}

/** The server writes it into the page, so a first visit needs no request before the login. */
const inPage = (): unknown => {
  try {
    return JSON.parse(
      document.querySelector<HTMLMetaElement>('meta[name="configuration"]')?.content ?? '',
    )
  } catch {
    return null
  }
}

/**
 * Uses the configuration of the page or the device at once. A fresh one applies from the next
 * start, or now if the realtime connection differs.
 */
const begin = async (): Promise<Config> => {
  const known = [storage.get('config'), inPage()].find(looksLikeConfig)
  if (!known) return ask()
  void waitForFirstPaint()
    .then(ask)
    .then((fresh) => {
      loaded = fresh
      if (
        JSON.stringify(fresh.realtime) === JSON.stringify(known.realtime) ||
        storage.get('config_reloaded') ||
        // without storage this would reload for ever
        !storage.isPersistent('tab')
      )
        return
      storage.set('config_reloaded', 'true')
      location.reload()
    })
  return known
}

/**
 * Public configuration of this installation, requested once per page (GET /config). Retries; never
 * rejects.
 */
export const loadConfig = async (): Promise<Config> => {
  loading ??= begin()
  loaded ??= await loading
  return loaded
}

/** The configuration, or null until it has arrived. */
export const config = (): Config | null => loaded

/** Name of the product; «Connivence» until the configuration is known. */
export const appName = (): string => loaded?.appName ?? 'Connivence'
/** The name on the screen: in discreet mode the neutral one. */
export const shownName = (): string => (storage.get('discreet') ? NEUTRAL_NAME : appName())
