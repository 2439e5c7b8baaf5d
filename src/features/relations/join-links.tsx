import { Suspense, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { createJoinLink, revokeJoinLink, type JoinLink } from '#contract/profile/profile'
import { call } from '../../data/http/api'
import { appName } from '../../data/start/config'
import { session } from '../../data/session/session'
import { toast, toastRefusal } from '../../data/state/toasts'
import { lazyPart } from '../../data/start/lazy-part'
import { NBSP } from '../../lib/text'
import { dateTime } from '../../lib/dates'
import { Banner } from '../../ui/feedback/banner'
import { Button } from '../../ui/forms/button'
import { Card } from '../../ui/layout/card'
import { confirm } from '../../ui/overlay/confirm'
import { useRowFocus } from '../../ui/overlay/use-row-focus'
import { IconCopy, IconShare } from '../../ui/icons/actions'
import { IconQr } from '../../ui/icons/status'
import { TextField } from '../../ui/forms/text-field'
import { useJoinLinks } from './api'
import styles from './relations.module.css'
import { isCouple } from '../../lib/couple'

const QrCode = lazyPart(() => import('../../parts/form/qr-code').then((m) => m.QrCode))

const KIND: Record<JoinLink['kind'], string> = {
  member: 'Invitation en relation',
  partner: 'Connexion de votre partenaire',
  event: 'Invitation à une sortie',
}

const copy = async (text: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    toast('Lien copié', { kind: 'success' })
  } catch {
    toast(`Impossible de copier le lien${NBSP}: sélectionnez-le.`, {
      kind: 'error',
      durationMs: 5000,
    })
  }
}

/** The system share sheet; closing it is not an error. */
const share = async (url: string): Promise<void> => {
  try {
    await navigator.share({ title: appName(), text: `Une invitation sur ${appName()}`, url })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copy(url)
  }
}

const confirmRevoke = (): Promise<boolean> =>
  confirm({
    title: `Désactiver ce lien${NBSP}?`,
    message: 'Il ne pourra plus être utilisé.',
    confirmLabel: 'Désactiver',
    cancelLabel: 'Garder',
    danger: true,
  })

/** The links, making one and revoking one. `made`: the newest, with its address. */
const useLinkActs = () => {
  const { data: links, error, mutate } = useJoinLinks()
  const [made, setMade] = useState<JoinLink | null>(null)
  const [busy, setBusy] = useState<JoinLink['kind'] | null>(null)
  const act = async (kind: JoinLink['kind'] | null, work: () => Promise<void>): Promise<void> => {
    setBusy(kind)
    try {
      await work()
      await mutate()
    } catch (error) {
      toastRefusal(error, 'Action impossible pour le moment. Vérifiez votre connexion.')
    } finally {
      setBusy(null)
    }
  }
  const make = (kind: 'member' | 'partner') => () =>
    void act(kind, async () => setMade((await call(createJoinLink, { body: { kind } })).link))
  const revoke = async (link: JoinLink): Promise<void> => {
    if (!(await confirmRevoke())) return
    await act(null, async () => {
      await call(revokeJoinLink, { params: { id: link.id } })
      if (made?.id === link.id) setMade(null)
    })
  }
  const isUnknown = !links && error !== undefined
  return { links, isUnknown, reload: () => void mutate(), made, busy, make, revoke }
}

const MadeLink = ({
  url,
  coded,
  onCoded,
}: {
  url: string
  coded: boolean
  onCoded: (coded: boolean) => void
}) => (
  <div className={styles.made} role="status">
    <TextField
      label="Votre lien, affiché cette seule fois"
      value={url}
      onChange={() => undefined}
      readOnly
      onFocus={(e) => e.target.select()}
    />
    <div className={styles.actions}>
      <Button variant="primary" icon={<IconCopy size={18} />} onClick={() => void copy(url)}>
        Copier le lien
      </Button>
      {'share' in navigator ? (
        <Button icon={<IconShare size={18} />} onClick={() => void share(url)}>
          Partager
        </Button>
      ) : null}
      <Button icon={<IconQr size={18} />} aria-expanded={coded} onClick={() => onCoded(!coded)}>
        {coded ? 'Masquer le QR code' : 'QR code'}
      </Button>
    </div>
    {coded ? (
      <Suspense fallback={<div className={styles.qr} />}>
        <QrCode text={url} label="QR code de votre lien d’invitation" />
      </Suspense>
    ) : null}
  </div>
)

/**
 * Invitation links: shown once when created (the server stores a hash), valid for 14 days,
 * revocable.
 */
export const JoinLinks = () => {
  const { account } = useSnapshot(session)
  const { links, isUnknown, reload, made, busy, make, revoke } = useLinkActs()
  const [coded, setCoded] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useRowFocus(place)
  return (
    <Card as="section" title="Mes liens d’invitation">
      <div ref={place} className={styles.stack} tabIndex={-1}>
        <p className="quiet">
          Un lien reste valable 14 jours. Envoyez-le à une personne de confiance, par le moyen que
          vous voulez.
        </p>
        <div className={styles.actions}>
          <Button busy={busy === 'member'} onClick={make('member')}>
            Inviter une relation
          </Button>
          {isCouple(account?.identities) ? (
            <Button busy={busy === 'partner'} onClick={make('partner')}>
              Créer l’accès de mon ou ma partenaire
            </Button>
          ) : null}
        </div>
        {made?.url ? <MadeLink url={made.url} coded={coded} onCoded={setCoded} /> : null}
        {isUnknown ? (
          <Banner tone="warn" action={{ label: 'Réessayer', onClick: reload }}>
            Vos liens déjà créés n’ont pas pu être chargés.
          </Banner>
        ) : null}
        {links && links.length > 0 ? (
          <ul className={styles.links}>
            {links.map((l) => (
              <li key={l.id}>
                <span>
                  <b>{KIND[l.kind]}</b>
                  <br />
                  <small className="quiet">Jusqu’au {dateTime(l.expires_at)}</small>
                </span>
                <Button size="sm" variant="ghost" onClick={() => void revoke(l)}>
                  Désactiver
                </Button>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Card>
  )
}
