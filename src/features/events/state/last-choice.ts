import { onSessionChange } from '../../../data/session/session'
import type { EventListName } from './keys'

export type EventListView = 'list' | 'month'

const START: { which: EventListName; view: EventListView; verified: boolean } = {
  which: 'invitations',
  view: 'list',
  verified: false,
}
/** Kept for this account while the app runs: coming back from an event or a form restores the list. */
export const lastChoice = { ...START }
onSessionChange((what) => {
  if (what === 'account' || what === 'ended') Object.assign(lastChoice, START)
})
