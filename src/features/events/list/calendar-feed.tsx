import { useState } from 'react'
import { Banner } from '../../../ui/feedback/banner'
import { Button } from '../../../ui/forms/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { IconCopy } from '../../../ui/icons/actions'
import { Switch } from '../../../ui/forms/switch'
import { TextField } from '../../../ui/forms/text-field'
import { useCalendarFeed } from './use-calendar-feed'
import styles from '../events.module.css'

/** «S’abonner à mon agenda»: the private URL of the member's calendar feed. */
export const CalendarFeed = ({ onClose }: { onClose: () => void }) => {
  const [chosen, setChosen] = useState<boolean>()
  const { feed, mayEnd, url, busy, make, end, copy, forgetUrl } = useCalendarFeed()
  const discreet = chosen ?? feed?.discreet ?? true
  return (
    <Dialog
      open
      onClose={onClose}
      title="S’abonner à mon agenda"
      level={700}
      description="Votre agenda affichera les sorties que vous organisez et celles où votre place est confirmée, et suivra leurs changements. L’adresse exacte n’y figure jamais."
      footer={
        <>
          {mayEnd ? (
            <Button onClick={() => void end()} disabled={busy}>
              Arrêter l’abonnement
            </Button>
          ) : (
            <Button onClick={onClose}>Annuler</Button>
          )}
          {url ? (
            <Button variant="primary" icon={<IconCopy size={18} />} onClick={() => void copy()}>
              Copier l’adresse
            </Button>
          ) : (
            <Button variant="primary" busy={busy} onClick={() => void make(discreet)}>
              {feed ? 'Créer une nouvelle adresse' : 'Créer l’adresse'}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.stack}>
        <Switch
          label="Agenda discret"
          hint="Chaque sortie s’appelle «&nbsp;Rendez-vous&nbsp;», sans titre, sans lieu et sans lien."
          checked={discreet}
          // an address that is on its way was requested with the previous choice
          busy={busy}
          onChange={(v) => {
            setChosen(v)
            forgetUrl()
          }}
        />
        {url ? (
          <>
            <TextField
              label="Adresse de votre agenda, affichée cette seule fois"
              value={url}
              onChange={() => undefined}
              readOnly
              onFocus={(e) => e.currentTarget.select()}
            />
            <Banner tone="warn">
              Qui connaît cette adresse voit vos dates. Créer une nouvelle adresse met fin à
              l’ancienne.
            </Banner>
          </>
        ) : feed ? (
          <Banner>
            Votre abonnement est actif. Son adresse ne s’affiche plus&nbsp;: en créer une nouvelle y
            met fin.
          </Banner>
        ) : null}
      </div>
    </Dialog>
  )
}
