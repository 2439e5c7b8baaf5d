import { useState } from 'react'
import type { Event } from '#contract/events/events'
import { eventIcs } from '#contract/events/calendar'
import { download } from '../../../data/device/download'
import { useAsyncAction } from '../../../parts/form/use-async-action'
import { Button } from '../../../ui/forms/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { IconDownload } from '../../../ui/icons/actions'
import { Switch } from '../../../ui/forms/switch'

/** «Ajouter à mon agenda»: one event as a calendar file. */
export const IcsDialog = ({ event, onClose }: { event: Event; onClose: () => void }) => {
  const [discreet, setDiscreet] = useState(true)
  const { busy, run } = useAsyncAction()
  const save = async (): Promise<void> => {
    const done = await run(
      () =>
        download(
          eventIcs,
          { params: { id: event.id }, query: discreet ? { discreet: '1' } : {} },
          discreet ? 'rendez-vous.ics' : 'sortie.ics',
        ).then(() => true),
      'Impossible de télécharger le fichier. Vérifiez votre connexion.',
    )
    if (done) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Ajouter à mon agenda"
      description="Un fichier d’agenda, à ouvrir avec votre téléphone ou votre ordinateur."
      size="sm"
      level={700}
      footer={
        <>
          <Button onClick={onClose}>Annuler</Button>
          <Button
            variant="primary"
            busy={busy}
            icon={<IconDownload size={18} />}
            onClick={() => void save()}
          >
            Télécharger
          </Button>
        </>
      }
    >
      <Switch
        label="Version discrète"
        hint="Le titre devient «&nbsp;Rendez-vous&nbsp;», sans lieu ni lien."
        checked={discreet}
        onChange={setDiscreet}
      />
      {discreet || event.address_until === null ? null : (
        <p className="quiet">L’adresse exacte n’y est pas&nbsp;: elle doit s’effacer.</p>
      )}
    </Dialog>
  )
}
