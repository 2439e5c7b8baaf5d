import { onForget } from '../session/state'

/** Status and whole text of an answer that public/theme.js asked for before the bundle was there. */
export interface EarlyAnswer { readonly status: number; readonly ok: boolean; readonly retryAfter: string | null; readonly text: string }
/** What this device has kept, of which account, and of which conversation beside the list. The browser unpacks a result when it is looked at. */
interface EarlyKept { readonly account: string; readonly id?: string; readonly list?: { readonly result?: unknown }; readonly thread?: { readonly result?: unknown } }
/** What public/theme.js leaves on the window. */
interface Early {
  readonly token: string | null
  readonly identity: string | null
  readonly answers: Record<string, Promise<EarlyAnswer> | undefined>
  readonly renewed: Promise<unknown> | null
  readonly kept: Promise<EarlyKept | null> | null
}
const page = globalThis as { early?: Early }
onForget(() => delete page.early)

/** What was asked at the start says nothing of now after this long. */
const GOOD_MS = 20_000
const early = (): Early | undefined => (performance.now() > GOOD_MS ? undefined : page.early)

/** The early answer for this GET, once, if it was asked in the same name; undefined: ask. Rejects as the call would. */
export const takeEarly = (path: string, headers: Readonly<Record<string, string>>): Promise<EarlyAnswer> | undefined => {
  const asked = early()
  const answer = asked?.answers[path]
  if (!asked || !answer) return undefined
  delete asked.answers[path]
  const identity = headers['x-active-identity'] ?? null
  // who it was asked for only counts where the answer depends on it
  return headers['authorization'] === `Bearer ${asked.token ?? ''}` && (path !== '/conversations' || identity === asked.identity) ? answer : undefined
}

/** Waits for the early renewal of the session; its token lies in storage. False: there was no network for it. */
export const earlyRenewal = async (): Promise<boolean> => {
  try {
    await early()?.renewed
    return true
  } catch {
    return false
  }
}

/** Whether the network was found to be away before the bundle was there. */
export const startedAway = (): boolean => Boolean(early()?.kept)

/** What was read of the kept list, or of the kept conversation, because the network was away already; undefined: read it. */
export const earlyKept = async (account: string, id?: string): Promise<unknown> => {
  const kept = await early()?.kept
  if (kept?.account !== account || (id && kept.id !== id)) return undefined
  return (id ? kept.thread : kept.list)?.result
}
