import type { EventPayload, RealtimeEvent } from '#contract/realtime'
import { mutate } from '../data/http/mutate'
import { reportBrokenLink } from '../data/media/media-urls'
import { onForget } from '../data/session/state'
import { bumpBadge } from '../data/state/badges'
import { dismissToast, toast } from '../data/state/toasts'
import { plural } from '../lib/text'
import { isActive } from './shell/nav'

/**
 * Events whose confirmation already raised the news badge: the news item about it must not raise it
 * again.
 */
const counted = new Set<string>()

/** News items that raised the badge here and may still be withdrawn. */
const raisedBy = new Set<string>()

const onParticipation = (
  p: EventPayload<'account.event.participation.updated'>,
  path: string,
): void => {
  if (p.newStatus === 'accepted' && p.previousStatus !== 'accepted') {
    if (!isActive('/news', path)) bumpBadge('news')
    counted.add(p.eventId)
    toast(
      p.eventTitle
        ? `Place confirmée\u00a0: ${p.eventTitle}`
        : 'Vous avez été confirmé à un événement',
      {
        kind: 'success',
      },
    )
  }
  if (p.newStatus === 'invited' && !isActive('/events', path)) bumpBadge('events')
}

const onStatus = (p: EventPayload<'account.event.status.updated'>, path: string): void => {
  if (!isActive('/events', path)) bumpBadge('events')
  if (p.newStatus === 'published')
    toast(p.eventTitle ? `Sortie publiée\u00a0: ${p.eventTitle}` : 'Sortie publiée', {
      kind: 'success',
    })
  if (p.newStatus === 'draft') toast('Sortie dépubliée', { kind: 'info' })
}

const onNews = (p: EventPayload<'account.event.news.created'>, path: string): void => {
  if (p.deletedAt !== null || p.payload['removedAt']) {
    // items read in the meantime no longer count
    if (raisedBy.delete(p.id) && p.readAt === null) bumpBadge('news', -1)
    return
  }
  if (isActive('/news', path)) return
  if (p.newsType === 'participation_accepted' && p.eventId && counted.delete(p.eventId)) return
  raisedBy.add(p.id)
  bumpBadge('news')
}

/** The count restarts this long after the last photo of a batch, ms. */
const BATCH_MS = 10_000
/**
 * Shortest time between two toasts of a growing count, ms: one for each of thirty photos is noise.
 */
const SAID_MS = 2_000
const batch = { count: 0, at: 0, toast: '' }
let saying: ReturnType<typeof setTimeout> | undefined

const sayBatch = (): void => {
  saying = undefined
  dismissToast(batch.toast)
  batch.toast = toast(plural(batch.count, 'photo ajoutée', 'photos ajoutées'), { kind: 'success' })
}
onForget(() => {
  counted.clear()
  raisedBy.clear()
  clearTimeout(saying)
  saying = undefined
})

/** One toast for a batch of uploads, whose count grows. */
const onUpload = (): void => {
  const now = Date.now()
  batch.count = now - batch.at < BATCH_MS ? batch.count + 1 : 1
  batch.at = now
  if (batch.count === 1) sayBatch()
  else saying ??= setTimeout(sayBatch, SAID_MS)
}

/** Cache keys of what shows agreements. */
const SHOWN: readonly unknown[] = ['agreements', 'albums', 'photos', 'profile']

/** Badges and toasts caused by an event of the account. `path`: the current route. */
export const handleAccountEvent = (
  event: RealtimeEvent,
  accountId: string | null,
  path: string,
): void => {
  if (event.name === 'account.media.hidden') reportBrokenLink(event.payload.mediaId)
  if (event.name === 'account.media.updated' && event.payload.status === 'agreement')
    void mutate((key) => Array.isArray(key) && SHOWN.includes(key[0]))
  if (!('accountId' in event.payload) || event.payload.accountId !== accountId) return
  if (event.name === 'account.event.participation.updated') onParticipation(event.payload, path)
  if (event.name === 'account.event.status.updated') onStatus(event.payload, path)
  if (event.name === 'account.event.news.created') onNews(event.payload, path)
  if (event.name === 'account.media.updated' && event.payload.status === 'completed') onUpload()
}
