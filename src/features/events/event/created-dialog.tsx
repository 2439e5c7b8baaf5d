import { Suspense, useState } from 'react'
import type { Event } from '#contract/events/events'
import { lazyPart } from '../../../data/start/lazy-part'
import { NBSP } from '../../../lib/text'
import { Button } from '../../../ui/forms/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { togglePublished } from './publish'

const Invite = lazyPart(() => import('../invite/invite').then((m) => m.Invite))

/** After creating a draft: publish it now, and invite at once, or later from its menu. */
export const CreatedDialog = ({
  event,
  onDone,
}: {
  event: Event
  onDone: (event: Event) => void
}) => {
  const [busy, setBusy] = useState<'publish' | 'invite' | null>(null)
  const [inviting, setInviting] = useState<Event | null>(null)
  const publish = async (then: 'publish' | 'invite'): Promise<void> => {
    setBusy(then)
    const published = await togglePublished(event, 'published')
    setBusy(null)
    if (published && then === 'invite') setInviting(published)
    else onDone(published ?? event)
  }
  if (inviting)
    return (
      <Suspense fallback={null}>
        <Invite event={inviting} onClose={() => onDone(inviting)} />
      </Suspense>
    )
  return (
    <Dialog
      open
      onClose={busy ? () => undefined : () => onDone(event)}
      title="Votre sortie est créée"
      level={700}
      description={`Elle n’est pas encore publiée${NBSP}: personne d’autre ne la voit. Publiez-la pour inviter et recevoir des participants${NBSP}; vous pourrez aussi le faire plus tard, depuis son menu.`}
      footer={
        <>
          <Button data-autofocus="" disabled={busy !== null} onClick={() => onDone(event)}>
            Fermer
          </Button>
          <Button
            busy={busy === 'publish'}
            disabled={busy === 'invite'}
            onClick={() => void publish('publish')}
          >
            Publier
          </Button>
          <Button
            variant="primary"
            busy={busy === 'invite'}
            disabled={busy === 'publish'}
            onClick={() => void publish('invite')}
          >
            Publier et inviter
          </Button>
        </>
      }
    />
  )
}
