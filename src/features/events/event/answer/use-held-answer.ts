import { useSnapshot } from 'valtio'
import { getHeldAnswer, type HeldAnswer } from '#contract/events/answers'
import { call } from '../../../../data/http/api'
import { useData } from '../../../../data/http/cache'
import { session } from '../../../../data/session/session'
import { answerKey } from '../../state/keys'

/** The own answer to an event that waits for an agreement; asked for couples only. */
export const useHeldAnswer = (eventId: string): HeldAnswer | null => {
  const isCouple = (useSnapshot(session).account?.identities.length ?? 0) > 1
  const { data } = useData(isCouple ? answerKey(eventId) : null, () =>
    call(getHeldAnswer, { params: { id: eventId } }, { identity: 'none' }),
  )
  return data?.answer ?? null
}
