import type { EventPayload, RealtimeEvent } from '#contract/realtime'
import { bumpBadge } from '../data/state/badges'
import { toast } from '../data/state/toasts'
import { isActive } from './shell/nav'

/** Outings whose confirmation has already raised the news badge: the news item that tells the same does not raise it again. */
const counted = new Set<string>()

/** News that has raised the badge here, while it may still be taken back. */
const raisedBy = new Set<string>()

const onParticipation = (
  p: EventPayload<'account.event.participation.updated'>,
  path: string,
): void => {
  if (p.newStatus === 'accepted' && p.previousStatus !== 'accepted') {
    if (!isActive('/news', path)) bumpBadge('news')
    counted.add(p.eventId)
    toast(p.eventTitle ? `Confirmé: ${p.eventTitle}` : 'Vous avez été confirmé à un événement', {
      kind: 'success',
    })
  }
  if (p.newStatus === 'invited' && !isActive('/events', path)) bumpBadge('events')
}

const onStatus = (p: EventPayload<'account.event.status.updated'>, path: string): void => {
  if (!isActive('/events', path)) bumpBadge('events')
  if (p.newStatus === 'published')
    toast(p.eventTitle ? `Événement publié: ${p.eventTitle}` : 'Événement publié', {
      kind: 'success',
    })
  if (p.newStatus === 'draft') toast('Événement dépublié', { kind: 'info' })
}

const onNews = (p: EventPayload<'account.event.news.created'>, path: string): void => {
  if (p.deletedAt !== null || p.payload['removedAt']) {
    // what was read meanwhile counts no more
    if (raisedBy.delete(p.id) && p.readAt === null) bumpBadge('news', -1)
    return
  }
  if (isActive('/news', path)) return
  if (p.newsType === 'participation_accepted' && p.eventId && counted.delete(p.eventId)) return
  raisedBy.add(p.id)
  bumpBadge('news')
}

/** What an event of the account does outside its own room: badges and toasts. `path`: where the member is. */
export const reactToAccount = (
  event: RealtimeEvent,
  accountId: string | null,
  path: string,
): void => {
  if (event.name === 'account.event.participation.updated' && event.payload.accountId === accountId)
    onParticipation(event.payload, path)
  if (event.name === 'account.event.status.updated' && event.payload.accountId === accountId)
    onStatus(event.payload, path)
  if (event.name === 'account.event.news.created' && event.payload.accountId === accountId)
    onNews(event.payload, path)
  if (
    event.name === 'account.media.updated' &&
    event.payload.accountId === accountId &&
    event.payload.status === 'completed'
  )
    toast('Upload terminé', { kind: 'success' })
}
