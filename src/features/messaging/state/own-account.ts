import { session } from '../../../data/session/session'

/** Id of the signed-in account; empty without one. */
export const ownAccountId = (): string => session.accountId ?? ''
