/**
 * Chunks of the page, derived from the import graph. Left alone, the bundler makes about forty small
 * chunks of the first screen, which compress worse and cost one request each.
 */
import type { Rolldown } from 'vite'

type Context = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

const MAIN = ['src/app/main.tsx']
const LOGIN = ['src/features/session/login-screen.tsx']
/** The shell and the list of conversations: what every member sees first. */
const SIGNED_IN = [
  'src/app/shell/inside.tsx',
  'src/app/routes/private-routes.tsx',
  'src/features/messaging/screen.tsx',
  // nearly every other screen needs these
  'src/parts/form/load-failure.tsx',
  'src/parts/blur/check-faces.ts',
  'src/parts/photo/signed-image.tsx',
]

/** Small modules that several lazy screens share: one chunk each instead of a dozen. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  bits: [
    'src/ui/layout/tabs.tsx',
    'src/ui/layout/tabs.module.css',
    'src/ui/forms/text-area.tsx',
    'src/ui/display/pill.tsx',
    'src/ui/display/pill.module.css',
    'src/ui/feedback/progress-ring.tsx',
    'src/ui/feedback/progress.module.css',
  ],
  'event-words': [
    'src/features/events/state/balance.ts',
    'src/features/events/state/keys.ts',
    'src/features/events/state/labels.ts',
    'src/parts/member/organizer-word.ts',
  ],
  'event-dates': ['src/lib/event-dates.ts', 'src/lib/places.ts'],
  kept: [
    'src/data/device/outbox-store.ts',
    'src/data/device/shared-photos.ts',
    'src/data/device/key-value-store.ts',
    'src/features/messaging/offline/kept.ts',
  ],
}

/** Modules that `roots` reach by static imports, themselves included. */
const reach = (roots: readonly string[], context: Context): Set<string> => {
  const seen = new Set<string>()
  const waiting = [...roots]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    waiting.push(...(context.getModuleInfo(id)?.importedIds ?? []))
  }
  return seen
}

/** The chunk of a module by its id, or null where the bundler decides. `root` is the repository's folder. */
export const createChunks = (root: string) => {
  const at = (path: string): string => `${root}/${path}`
  let reached: Record<'main' | 'login' | 'signedIn', Set<string>> | undefined
  return (id: string, context: Context): string | null => {
    reached ??= {
      main: reach(MAIN.map(at), context),
      login: reach(LOGIN.map(at), context),
      signedIn: reach(SIGNED_IN.map(at), context),
    }
    const signedIn = reached.signedIn.has(id)
    // what the login and the shell share must not make the login fetch the shell
    if (reached.main.has(id) || (signedIn && reached.login.has(id))) return 'core'
    if (signedIn) return 'signed-in'
    return Object.entries(SHARED).find(([, paths]) => paths.some((p) => at(p) === id))?.[0] ?? null
  }
}
