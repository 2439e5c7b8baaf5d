import { useState } from 'react'
import { announce } from '../ui/feedback/announcer'
import { Button } from '../ui/forms/button'
import { confirm } from '../ui/overlay/confirm'
import { Dialog } from '../ui/overlay/dialog'
import { Drawer, type DrawerSize } from '../ui/overlay/drawer'
import { IconButton } from '../ui/forms/icon-button'
import { IconMore } from '../ui/icons/actions'
import { IconReact } from '../ui/icons/chat'
import { IconEyeOff } from '../ui/icons/media'
import { IconLogout, IconSettings } from '../ui/icons/settings'
import { Menu, MenuList } from '../ui/overlay/menu'
import { Popover } from '../ui/overlay/popover'
import { Switch } from '../ui/forms/switch'
import { TextField } from '../ui/forms/text-field'
import type { Toast } from '../ui/feedback/toast-stack'
import { useLongPress } from '../ui/gesture/use-long-press'
import { Flow, Group } from './parts'

const SIZES: readonly DrawerSize[] = ['sm', 'md', 'lg', 'xl']

/** What opens above the page. */
export function Surfaces({ onToast }: { onToast: (toast: Omit<Toast, 'id'>) => void }) {
  const [drawer, setDrawer] = useState<DrawerSize | null>(null)
  const [last, setLast] = useState<DrawerSize>('sm')
  const [second, setSecond] = useState(false)
  const [dialog, setDialog] = useState(false)
  const [name, setName] = useState('')
  const [said, setSaid] = useState('')
  const [spot, setSpot] = useState<Element | null>(null)
  const [point, setPoint] = useState<{ x: number; y: number } | null>(null)
  const press = useLongPress(setPoint)
  const ask = async (danger: boolean) =>
    setSaid(
      (await confirm({
        title: danger ? 'Supprimer cette photo ?' : 'Passer en mode modification ?',
        message: danger
          ? 'Elle disparaîtra aussi chez les personnes à qui vous l’avez envoyée.'
          : undefined,
        confirmLabel: danger ? 'Supprimer' : 'Confirmer',
        danger,
      }))
        ? 'Confirmé'
        : 'Annulé',
    )
  const items = [
    { label: 'Paramètres', icon: <IconSettings />, onSelect: () => setSaid('Paramètres') },
    {
      label: 'Masquer',
      icon: <IconEyeOff />,
      note: 'bientôt',
      disabled: true,
      onSelect: () => undefined,
    },
    'line' as const,
    {
      label: 'Se déconnecter',
      icon: <IconLogout />,
      danger: true,
      onSelect: () => void ask(false),
    },
  ]
  return (
    <Group title="Par-dessus">
      <Flow>
        {SIZES.map((size) => (
          <Button
            key={size}
            onClick={() => {
              setDrawer(size)
              setLast(size)
            }}
          >
            Tiroir {size}
          </Button>
        ))}
        <Button onClick={() => setDialog(true)}>Boîte</Button>
        <Button onClick={() => void ask(false)}>Question</Button>
        <Button variant="danger" onClick={() => void ask(true)}>
          Question grave
        </Button>
        <Menu
          label="Menu du profil"
          items={items}
          trigger={(props) => (
            <IconButton label="Menu" icon={<IconMore />} variant="soft" {...props} />
          )}
        />
        <IconButton
          label="Réagir"
          icon={<IconReact />}
          onClick={(event) => setSpot(spot ? null : event.currentTarget)}
        />
        <Button
          onClick={() => {
            onToast({ kind: 'success', text: 'Photo envoyée' })
            announce('Photo envoyée')
          }}
        >
          Réussite
        </Button>
        <Button
          onClick={() =>
            onToast({
              kind: 'error',
              text: 'La photo n’est pas partie. Elle est gardée ici.',
              duration: 6000,
              action: { label: 'Réessayer', onClick: () => setSaid('Réessayé') },
            })
          }
        >
          Erreur
        </Button>
        <Button {...press}>Tenir</Button>
        <output aria-label="Réponse">{said}</output>
      </Flow>
      <Popover open={spot !== null} anchor={spot} onClose={() => setSpot(null)} label="Réactions">
        <Flow>
          {['😍', '❤️', '😂', '👏'].map((emoji) => (
            <IconButton
              key={emoji}
              label={`Réagir ${emoji}`}
              icon={emoji}
              onClick={() => {
                setSaid(emoji)
                setSpot(null)
              }}
            />
          ))}
        </Flow>
      </Popover>
      <MenuList
        open={point !== null}
        anchor={point}
        onClose={() => setPoint(null)}
        label="Message"
        items={items}
      />
      <Drawer
        open={drawer !== null}
        size={last}
        onClose={() => setDrawer(null)}
        title="Paramètres"
        subtitle="Notifications et accord pour les nouvelles"
        footer={
          <Button variant="primary" onClick={() => setDrawer(null)}>
            Enregistrer
          </Button>
        }
      >
        <TextField label="Prénom" value={name} onChange={setName} autoComplete="given-name" />
        <Switch label="Notifications" checked={second} onChange={() => undefined} />
        <Flow>
          <Button onClick={() => setSecond(true)}>Un autre tiroir</Button>
          <Button onClick={() => void ask(false)}>Question du tiroir</Button>
          <Button
            onClick={() => onToast({ kind: 'info', text: 'Réglage enregistré', duration: 10_000 })}
          >
            Annonce
          </Button>
        </Flow>
        {Array.from({ length: 24 }, (_, index) => (
          <p key={index}>Ligne {index + 1}</p>
        ))}
      </Drawer>
      <Drawer
        open={second}
        level={1}
        onClose={() => setSecond(false)}
        title="Par-dessus le premier"
      >
        <p>Échap ne ferme que celui-ci.</p>
      </Drawer>
      <Dialog
        open={dialog}
        onClose={() => setDialog(false)}
        title="Votre commentaire"
        description="Il est lu par l’équipe, jamais publié."
        footer={
          <>
            <Button onClick={() => setDialog(false)}>Annuler</Button>
            <Button variant="primary">Envoyer</Button>
          </>
        }
      >
        <TextField label="Objet" value={name} onChange={setName} data-autofocus="" />
      </Dialog>
    </Group>
  )
}
