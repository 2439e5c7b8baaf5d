import { setConversationSettings } from '#contract/messaging/acts'
import {
  addParticipants,
  createGroup,
  leaveConversation,
  removeParticipant,
  setAdmin,
  updateGroup,
} from '#contract/messaging/groups'
import type { Conversation, ConversationSettings } from '#contract/messaging/messages'
import type { RouteInput } from '#contract/route'
import { call } from '../../../data/http/api'
import { serverMessageOf } from '../../../data/http/api-error'
import { createOptimisticChanges, type Changes } from '../../../data/http/optimistic-changes'
import { toast } from '../../../data/state/toasts'
import { refreshList } from '../state/list-api'
import { ownAccountId } from '../state/own-account'
import {
  forgetConversation,
  ownLeftGroups,
  messaging,
  putConversation,
  setSettings,
} from '../state/store'

const words = (error: unknown, otherwise: string): string => serverMessageOf(error) ?? otherwise

type Patch = Partial<ConversationSettings>
/** By id: conversations with unconfirmed setting changes. */
const pendingSettings = new Map<string, Changes<ConversationSettings, Patch>>()
/** Pinning unarchives, and archiving unpins, as on the server. */
const changedBy = (settings: ConversationSettings, patch: Patch): ConversationSettings => ({
  ...settings,
  ...patch,
  ...(patch.pinned ? { archived: false } : {}),
  ...(patch.archived ? { pinned: false } : {}),
})

/** Optimistic; requests are sequential. A rejected change alone is rolled back and reported. */
export const changeSettings = async (id: string, patch: Patch): Promise<void> => {
  const settings = messaging.conversations[id]?.settings
  if (!settings) return
  const changes =
    pendingSettings.get(id) ??
    createOptimisticChanges({ ...settings }, changedBy, (now) => setSettings(id, now))
  pendingSettings.set(id, changes)
  try {
    await changes.save(
      patch,
      async () => (await call(setConversationSettings, { params: { id }, body: patch })).settings,
    )
  } catch (error) {
    toast(words(error, 'Ce réglage n’a pas pu être enregistré.'), {
      kind: 'error',
      durationMs: 5_000,
    })
  }
  if (changes.isIdle()) pendingSettings.delete(id)
}

export const makeGroup = async (
  body: RouteInput<typeof createGroup>['body'],
): Promise<Conversation> => {
  const { conversation } = await call(createGroup, { body })
  putConversation(conversation, ownAccountId())
  return conversation
}
export const changeGroup = async (
  id: string,
  body: RouteInput<typeof updateGroup>['body'],
): Promise<void> => {
  const { conversation } = await call(updateGroup, { params: { id }, body })
  putConversation(conversation, ownAccountId())
}
export const addMembers = async (id: string, accountIds: string[]): Promise<void> => {
  const { conversation } = await call(addParticipants, {
    params: { id },
    body: { account_ids: accountIds },
  })
  putConversation(conversation, ownAccountId())
}
export const removeMember = async (id: string, accountId: string): Promise<void> => {
  await call(removeParticipant, { params: { id }, body: { account_id: accountId } })
  refreshList()
}
export const setGroupAdmin = async (
  id: string,
  accountId: string,
  isAdmin: boolean,
): Promise<void> => {
  await call(setAdmin, { params: { id }, body: { account_id: accountId, is_admin: isAdmin } })
  refreshList()
}
export const leaveGroup = async (id: string): Promise<void> => {
  ownLeftGroups.add(id)
  try {
    await call(leaveConversation, { params: { id } })
    forgetConversation(id)
  } catch (error) {
    ownLeftGroups.delete(id)
    throw error
  }
}
export const conversationErrorText = (error: unknown): string =>
  words(error, 'Le réseau est coupé. Réessayez dans un instant.')
