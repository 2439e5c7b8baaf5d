import { useSnapshot } from 'valtio'
import type { Voice } from '#contract/agreements'
import { BOTH, type PeopleChoice } from '../../data/media/people'
import { session } from '../../data/session/state'
import { isCouple } from '../../lib/couple'
import { useAgreements } from '../member/agreements'

/** Whether naming a person is their agreement, as the server decides; unknown: it may be. */
const agrees = (isActing: boolean, isBoth: boolean, voice: Voice | undefined): boolean =>
  isBoth ? voice === undefined || voice === 'own' : isActing && voice !== 'code' && voice !== 'none'

/**
 * Of the persons whom a choice names, those who are asked for their agreement; `agrees`: whether one
 * of them agrees by the choice.
 */
export const useNaming = (choice: PeopleChoice) => {
  const { account, activeIdentityId } = useSnapshot(session)
  const { data } = useAgreements(isCouple(account?.identities))
  const isBoth = activeIdentityId === null
  const named = (account?.identities ?? [])
    .filter((i) => choice === BOTH || choice === i.id)
    .map((identity) => {
      const voice = data?.persons.find((p) => p.identity_id === identity.id)?.voice
      return { identity, agrees: agrees(identity.id === activeIdentityId, isBoth, voice) }
    })
  return {
    asked: named.filter((n) => !n.agrees || (isBoth && !data)).map((n) => n.identity),
    agrees: named.some((n) => n.agrees),
  }
}
