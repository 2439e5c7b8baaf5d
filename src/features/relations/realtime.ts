import { onEvent, onResync } from '../../data/hub/hub'
import { refreshLists } from '../../data/http/keys'
import { session } from '../../data/session/session'

let started = false
/** Reloads the visible lists when a relation begins or ends or its sharing changes. */
export const startRelations = (): void => {
  if (started) return
  started = true
  onEvent((event) => {
    if (event.name === 'account.relation.updated' && event.payload.accountId === session.accountId)
      void refreshLists()
  })
  onResync(() => void refreshLists())
}
