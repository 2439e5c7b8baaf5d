import type { ComponentType } from 'react'
import type { NewsType } from '#contract/news'
import { IconEdit, IconMore, IconTrash } from '../../ui/icons/actions'
import { IconCheck, IconClose, IconInfo } from '../../ui/icons/base'
import { IconAlbum, IconEyeOff, IconLock, IconStar } from '../../ui/icons/media'
import { IconEvents, IconHome, IconMap } from '../../ui/icons/nav'
import { IconUserPlus } from '../../ui/icons/people'
import { IconBell, IconMail, IconShield } from '../../ui/icons/settings'
import { IconTicket, IconWarning } from '../../ui/icons/status'
import type { Tone } from '../../ui/feedback/tone'

interface Glyph {
  readonly Icon: ComponentType<{ size?: number }>
  readonly tone: Tone
}
const GLYPHS: Readonly<Record<NewsType, Glyph>> = {
  event_invited: { Icon: IconMail, tone: 'accent' },
  participation_requested: { Icon: IconUserPlus, tone: 'info' },
  participation_accepted: { Icon: IconCheck, tone: 'ok' },
  participation_declined: { Icon: IconClose, tone: 'neutral' },
  participant_joined: { Icon: IconCheck, tone: 'ok' },
  participant_waits: { Icon: IconTicket, tone: 'info' },
  participant_left: { Icon: IconClose, tone: 'neutral' },
  co_organizer_added: { Icon: IconStar, tone: 'brass' },
  co_organizer_left: { Icon: IconClose, tone: 'neutral' },
  event_published: { Icon: IconEvents, tone: 'accent' },
  event_unpublished: { Icon: IconEyeOff, tone: 'neutral' },
  location_revealed: { Icon: IconMap, tone: 'ok' },
  event_changed: { Icon: IconEdit, tone: 'warn' },
  event_cancelled: { Icon: IconWarning, tone: 'bad' },
  event_deleted: { Icon: IconTrash, tone: 'neutral' },
  waitlist_offer: { Icon: IconTicket, tone: 'accent' },
  waitlist_free: { Icon: IconTicket, tone: 'warn' },
  invitation_reminder: { Icon: IconMail, tone: 'accent' },
  reconfirm_asked: { Icon: IconTicket, tone: 'accent' },
  reconfirm_lapsed: { Icon: IconTicket, tone: 'warn' },
  event_after: { Icon: IconHome, tone: 'accent' },
  met_again: { Icon: IconUserPlus, tone: 'ok' },
  relation_joined: { Icon: IconUserPlus, tone: 'ok' },
  event_reminder: { Icon: IconBell, tone: 'info' },
  album_requested: { Icon: IconLock, tone: 'accent' },
  album_shared: { Icon: IconAlbum, tone: 'accent' },
  album_share_ends: { Icon: IconAlbum, tone: 'warn' },
  agreement_asked: { Icon: IconLock, tone: 'accent' },
  photo_hidden: { Icon: IconEyeOff, tone: 'neutral' },
  parting_asked: { Icon: IconInfo, tone: 'warn' },
  parting_cancelled: { Icon: IconInfo, tone: 'ok' },
  moderation_decision: { Icon: IconShield, tone: 'warn' },
  moderation_lifted: { Icon: IconShield, tone: 'ok' },
  moderation_report: { Icon: IconShield, tone: 'ok' },
  moderation_reconsidered: { Icon: IconShield, tone: 'info' },
  private_photo_looked: { Icon: IconShield, tone: 'neutral' },
  moderation_reports_warned: { Icon: IconShield, tone: 'warn' },
  moderation_appeal: { Icon: IconShield, tone: 'info' },
  comment_answered: { Icon: IconShield, tone: 'info' },
  verification_answered: { Icon: IconShield, tone: 'info' },
  met_badge_lost: { Icon: IconShield, tone: 'neutral' },
  vouch_asked: { Icon: IconShield, tone: 'info' },
  announcement: { Icon: IconShield, tone: 'info' },
}
/** Icon and colour of a kind of item; the sentence says the same in words. */
export const glyphOf = (type: string): Glyph =>
  Object.hasOwn(GLYPHS, type) ? GLYPHS[type as NewsType] : { Icon: IconMore, tone: 'neutral' }
