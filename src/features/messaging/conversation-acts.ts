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

type Patch = Partial<ConversationSettings>
/** What the server said last, and the changes that are on their way to it, oldest first: shown over it. */
interface UnderWay { said: ConversationSettings; waiting: readonly Patch[]; before: Promise<unknown> }
const underWay = new Map<string, UnderWay>()
/** Pinning takes it out of the archive and the other way round, as the server does. */
const changedBy = (settings: ConversationSettings, patch: Patch): ConversationSettings => ({ ...settings, ...patch, ...(patch.pinned ? { archived: false } : {}), ...(patch.archived ? { pinned: false } : {}) })

/** Shown at once, sent one after the other; what the server refuses goes back alone and is said. */
export const changeSettings = async (id: string, patch: Patch): Promise<void> => {
  const settings = messaging.conversations[id]?.settings
  if (!settings) return
  const under = underWay.get(id) ?? { said: { ...settings }, waiting: [], before: Promise.resolve() }
  underWay.set(id, under)
  const show = (): void => setSettings(id, under.waiting.reduce(changedBy, under.said))
  under.waiting = [...under.waiting, patch]
  show()
  const saving = under.before.then(() => call(setConversationSettings, { params: { id }, body: patch }))
  under.before = saving.catch(() => undefined)
  try {
    under.said = (await saving).settings
  } catch (error) {
    toast(words(error, 'Ce réglage n’a pas pu être enregistré.'), { kind: 'error', durationMs: 5_000 })
  }
  under.waiting = under.waiting.filter((w) => w !== patch)
  if (under.waiting.length === 0) underWay.delete(id)
  show()
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
