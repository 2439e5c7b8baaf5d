import { useSnapshot } from 'valtio'
import { session } from '../../../data/session/session'
import { agreementsToAnswer, useAgreements } from '../../../parts/member/agreements'
import { Button } from '../../../ui/forms/button'
import { IconImage } from '../../../ui/icons/media'

/** «Accords», with the number of photos that wait for the acting identity. */
export const AgreementsLink = () => {
  const { activeIdentityId } = useSnapshot(session)
  const { data } = useAgreements()
  const open = agreementsToAnswer(data, activeIdentityId ?? data?.login.identity_id ?? null).length
  return (
    <Button size="sm" href="/account/agreements" icon={<IconImage size={18} />}>
      {open > 0 ? `Accords (${open})` : 'Accords'}
    </Button>
  )
}
