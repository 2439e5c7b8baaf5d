import { config as configRoute, type Config } from '#contract/session/session'
import { call } from '../http/api'
import { firstPaint } from './phases'
import { storage } from '../device/storage'

const RETRY_MS = [300, 600, 1200, 2400, 5000] as const
let loaded: Config | null = null
let loading: Promise<Config> | null = null

const looksLikeConfig = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && 'realtime' in value && 'appName' in value

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const ask = async (): Promise<Config> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await call(configRoute, {})
      storage.set('config', answer)
      return answer
    } catch {
      // no network: what was known last time is enough to start, the hub connects when it can
      const last = storage.get('config')
      if (looksLikeConfig(last)) return last
      await pause(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] as number)
    }
  }
}

/** The server writes it into the page: a first visit asks for nothing before it shows the login. */
const inPage = (): unknown => {
  try {
    return JSON.parse(
      document.querySelector<HTMLMetaElement>('meta[name="configuration"]')?.content ?? '',
    )
  } catch {
    return null
  }
}

/** What the device or the page knows is used at once; the answer counts from the next start on, and now where the live connection is another one. */
const begin = async (): Promise<Config> => {
  const known = [storage.get('config'), inPage()].find(looksLikeConfig)
  if (!known) return ask()
  void firstPaint()
    .then(ask)
    .then((fresh) => {
      loaded = fresh
      if (
        JSON.stringify(fresh.realtime) === JSON.stringify(known.realtime) ||
        storage.get('config_reloaded')
      )
        return
      storage.set('config_reloaded', 'true')
      // where nothing can be kept, it would never end
      if (storage.get('config_reloaded')) location.reload()
    })
  return known
}

/** Public configuration of this installation, asked once a page (GET /config); never rejects, it insists. */
export const loadConfig = async (): Promise<Config> => {
  loading ??= begin()
  loaded ??= await loading
  return loaded
}

/** The configuration, or null while it has not arrived. */
export const config = (): Config | null => loaded

/** Name of the product; «Connivence» until the configuration says otherwise. */
export const appName = (): string => loaded?.appName ?? 'Connivence'
