import { proxy } from 'valtio'
import type { BriefMode } from '#contract/messaging/brief'
import { onForget } from '../../../data/session/state'

/** How long the photos of the draft are seen, by conversation; missing: they stay. Never remembered. */
export const briefChoices = proxy<{ byConversation: Record<string, BriefMode> }>({
  byConversation: {},
})
export const chooseBrief = (id: string, mode: BriefMode | undefined): void => {
  if (mode) briefChoices.byConversation[id] = mode
  else delete briefChoices.byConversation[id]
}
onForget(() => {
  briefChoices.byConversation = {}
})
