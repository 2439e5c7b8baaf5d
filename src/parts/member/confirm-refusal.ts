import { NBSP, withDe } from '../../lib/text'
import { confirm } from '../../ui/overlay/confirm'

/** Asked before an organizer refuses a request: the member hears of it at once, on their phone too. */
export const confirmRefusal = (handle?: string): Promise<boolean> =>
  confirm({
    title: `Refuser ${handle ? `la demande ${withDe(handle)}` : 'cette demande'}${NBSP}?`,
    message: 'Ce membre l’apprend aussitôt. Vous pourrez encore changer d’avis et l’accepter.',
    confirmLabel: 'Refuser',
    danger: true,
  })
