import { LIST_REFRESH_DEBOUNCE_MS } from '#contract/limits'
import { listConversations } from '#contract/messaging/messages'
import { call } from '../../../data/http/api'
import { offlineContent } from '../../../data/hub/from-device'
import { actingIdentity } from '../../../data/session/session'
import { withDeviceCopy, createAccountCheck } from './device-copy'
import { ownAccountId } from './own-account'
import { messaging, setList } from './store'

let requests = 0
/** The server became reachable while a request of the list was under way. */
let isRetryDue = false
/** The identity that a list request is made for. */
const actingKey = (): string => JSON.stringify(actingIdentity())
export const loadList = async (): Promise<void> => {
  const same = createAccountCheck()
  const number = (requests += 1)
  isRetryDue = false
  const acting = actingKey()
  if (messaging.list !== 'ready') messaging.list = 'loading'
  try {
    await withDeviceCopy(async () => {
      const { conversations } = await call(listConversations, {})
      // a later request (another identity, a refresh) wins; with an empty list, any response is
      // better than none
      if (
        !same() ||
        (number !== requests && (messaging.list === 'ready' || acting !== actingKey()))
      )
        return
      offlineContent.shown = false
      setList(conversations, ownAccountId())
    })
  } catch {
    if (!same() || number !== requests || messaging.list === 'ready') return
    messaging.list = 'error'
    if (isRetryDue) void loadList()
  }
}
/** The server is reachable again: retries a failed load, also one that fails only now. */
export const retryList = (): void => {
  if (messaging.list === 'loading') isRetryDue = true
  else if (messaging.list === 'error' || offlineContent.shown) void loadList()
}
let timer: ReturnType<typeof setTimeout> | undefined
/** Debounced: several causes within 150 ms make one request (MSG-208). */
export const refreshList = (): void => {
  clearTimeout(timer)
  timer = setTimeout(() => void loadList(), LIST_REFRESH_DEBOUNCE_MS)
}
