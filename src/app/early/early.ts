/**
 * Runs before the first paint, as a blocking script of its own: the bundle would come too late for
 * the theme and for the neutral title, and the first requests would wait for it. Built by
 * scripts/vite/early-script.ts. Must stay small and must never throw: each part works without the
 * others.
 */
import { storage } from '../../data/device/storage'
import { paintAppearance } from '../../data/device/paint-appearance'
import { keepHeadDiscreet } from './discreet-head'
import { captureInstallPrompt } from './install-offer'
import { startFirstRequests } from '../../data/start/first-requests'
import { isPublicPath } from '../shell/nav'

const attempt = (work: () => void): void => {
  try {
    work()
  } catch {
    // an old browser or refused storage: the app does without
  }
}

attempt(() => paintAppearance(storage.get('theme') ?? 'system', storage.get('text_size') ?? 100))
attempt(keepHeadDiscreet)
attempt(captureInstallPrompt)
attempt(() => startFirstRequests(isPublicPath))
