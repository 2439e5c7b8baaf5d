import { Suspense, useState } from 'react'
import type { Event } from '#contract/events/events'
import { toast } from '../../../../data/state/toasts'
import { lazyPart } from '../../../../data/start/lazy-part'
import { Button } from '../../../../ui/forms/button'
import { Card } from '../../../../ui/layout/card'
import { IconCopy, IconLink } from '../../../../ui/icons/actions'
import { IconQr } from '../../../../ui/icons/status'
import { Skeleton } from '../../../../ui/feedback/skeleton'
import styles from '../details.module.css'

const Qr = lazyPart(() => import('../qr').then((m) => m.Qr))

const copy = async (text: string, done: string, failed: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    toast(done, { kind: 'success' })
  } catch {
    toast(failed, { kind: 'error' })
  }
}

/**
 * The event's code, which invites whoever has it. The QR code holds the event's id and only opens
 * its page.
 */
export const ShareCard = ({ event }: { event: Event }) => {
  const [qr, setQr] = useState(false)
  const { slug } = event
  if (!slug)
    return event.is_organizer ? (
      <Card as="section" title="Partager par code">
        <p className={styles.quiet}>
          {'Ajoutez un identifiant dans la fiche pour générer le code de partage.'}
        </p>
      </Card>
    ) : null
  return (
    <Card as="section" title="Partager par code">
      <div className={styles.share}>
        <button
          type="button"
          className={styles.code}
          aria-label={`Copier le code ${slug}`}
          onClick={() => void copy(slug, 'Code copié', 'Impossible de copier le code')}
        >
          {slug}
          <IconCopy size={20} />
        </button>
        <p className={styles.note}>
          {event.access_type === 'open_to_relations'
            ? 'Qui a ce code peut s’inviter à la sortie publiée.'
            : event.code_requests
              ? 'Qui a ce code peut demander à participer à la sortie publiée.'
              : 'Ce code n’ouvre la sortie qu’aux personnes déjà invitées.'}
        </p>
        <div className={styles.row}>
          <Button
            size="sm"
            icon={<IconLink size={18} />}
            onClick={() =>
              void copy(
                `${location.origin}/events/${slug}`,
                'Lien copié',
                'Impossible de copier le lien',
              )
            }
          >
            Copier le lien
          </Button>
          <Button
            size="sm"
            icon={<IconQr size={18} />}
            aria-expanded={qr}
            onClick={() => setQr(!qr)}
          >
            {qr ? 'Masquer le QR code' : 'Afficher le QR code'}
          </Button>
        </div>
        {qr ? (
          <Suspense fallback={<Skeleton h="240px" />}>
            <Qr value={event.id} label={`QR code de la sortie ${event.title}`} />
          </Suspense>
        ) : null}
      </div>
    </Card>
  )
}
