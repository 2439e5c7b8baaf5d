import { myDecisions, type OwnDecision } from '#contract/moderation'
import { call } from '../../data/http/api'
import { useData } from '../../data/http/cache'

/** Decisions about the member, newest first; read again each time they are shown. */
export const useDecisions = () =>
  useData<OwnDecision[]>(
    ['moderation', 'decisions'],
    async () => (await call(myDecisions, {}, { identity: 'none' })).decisions,
    { dedupingInterval: 0 },
  )
