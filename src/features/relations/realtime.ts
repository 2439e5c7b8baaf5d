import { onEvent, onResync } from '../../data/hub/hub'
import { refreshLists } from '../../data/http/keys'
import { session } from '../../data/session/session'

let started = false
/** A relation began or ended, or something is shared otherwise: the lists that are on the screen are asked for again. */
export const startRelations = (): void => {
  if (started) return
  started = true
  onEvent((event) => {
    if (event.name === 'account.relation.updated' && event.payload.accountId === session.accountId)
      void refreshLists()
  })
  onResync(() => void refreshLists())
}
