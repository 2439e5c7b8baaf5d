import { setConversationSettings } from '#contract/messaging-acts'
import { addParticipants, createGroup, leaveConversation, removeParticipant, setAdmin, updateGroup } from '#contract/messaging-groups'
import type { Conversation, ConversationSettings } from '#contract/messaging'
import type { Input } from '#contract/route'
import { call } from '../../data/api'
import { saidBy } from '../../data/api-error'
import { toast } from '../../data/toasts'
import { own, refreshList } from './api'
import { forgetConversation, leftByOneself, messaging, putConversation, setSettings } from './store'

const words = (error: unknown, otherwise: string): string => (saidBy(error) ?? otherwise)

/** Shown at once; what the server refuses goes back and is said. */
export const changeSettings = async (id: string, patch: Partial<ConversationSettings>): Promise<void> => {
  const before = messaging.conversations[id]?.settings
  if (!before) return
  // pinning takes it out of the archive and the other way round, as the server does
  setSettings(id, { ...before, ...patch, ...(patch.pinned ? { archived: false } : {}), ...(patch.archived ? { pinned: false } : {}) })
  try {
    const { settings } = await call(setConversationSettings, { params: { id }, body: patch })
    setSettings(id, settings)
  } catch (error) {
    setSettings(id, before)
    toast(words(error, 'Ce réglage n’a pas pu être enregistré.'), { kind: 'error', durationMs: 5_000 })
  }
}

export const makeGroup = async (body: Input<typeof createGroup>['body']): Promise<Conversation> => {
  const { conversation } = await call(createGroup, { body })
  putConversation(conversation, own())
  return conversation
}
export const changeGroup = async (id: string, body: Input<typeof updateGroup>['body']): Promise<void> => {
  const { conversation } = await call(updateGroup, { params: { id }, body })
  putConversation(conversation, own())
}
export const addMembers = async (id: string, accountIds: string[]): Promise<void> => {
  const { conversation } = await call(addParticipants, { params: { id }, body: { account_ids: accountIds } })
  putConversation(conversation, own())
}
export const takeOut = async (id: string, accountId: string): Promise<void> => {
  await call(removeParticipant, { params: { id }, body: { account_id: accountId } })
  refreshList()
}
export const nameAdmin = async (id: string, accountId: string, isAdmin: boolean): Promise<void> => {
  await call(setAdmin, { params: { id }, body: { account_id: accountId, is_admin: isAdmin } })
  refreshList()
}
export const leaveGroup = async (id: string): Promise<void> => {
  leftByOneself.add(id)
  try {
    await call(leaveConversation, { params: { id } })
    forgetConversation(id)
  } catch (error) {
    leftByOneself.delete(id)
    throw error
  }
}
export const refusal = (error: unknown): string => words(error, 'Le réseau est coupé. Réessayez dans un instant.')
