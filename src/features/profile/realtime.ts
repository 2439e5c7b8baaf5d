import { onEvent, onResync } from '../../data/hub/hub'
import { refreshMember } from '../../data/http/keys'
import { session } from '../../data/session/session'

let started = false
/**
 * Something between two members changed (names, albums, events, a relation, a block): reloads
 * everything shown about the other.
 */
export const startProfiles = (): void => {
  if (started) return
  started = true
  onEvent((event) => {
    if (event.name === 'account.relation.updated' && event.payload.accountId === session.accountId)
      void refreshMember(event.payload.withAccountId)
  })
  // something may have been missed
  onResync(() => void refreshMember(null))
}
