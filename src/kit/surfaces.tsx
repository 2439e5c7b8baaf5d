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

type AddToast = (toast: Omit<Toast, 'id'>) => void
/** What was answered or chosen. */
type Say = (text: string) => void

const ask = async (danger: boolean, say: Say) =>
  say(
    (await confirm({
      title: danger ? 'Supprimer cette photo\u00a0?' : 'Passer en mode modification\u00a0?',
      message: danger
        ? 'Elle disparaîtra aussi chez les personnes à qui vous l’avez envoyée.'
        : undefined,
      confirmLabel: danger ? 'Supprimer' : 'Confirmer',
      danger,
    }))
      ? 'Confirmé'
      : 'Annulé',
  )

const menuItems = (say: Say) => [
  { label: 'Paramètres', icon: <IconSettings />, onSelect: () => say('Paramètres') },
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
    onSelect: () => void ask(false, say),
  },
]

function Drawers({ say, onToast }: { say: Say; onToast: AddToast }) {
  const [drawer, setDrawer] = useState<DrawerSize | null>(null)
  const [last, setLast] = useState<DrawerSize>('sm')
  const [second, setSecond] = useState(false)
  const [name, setName] = useState('')
  return (
    <>
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
          <Button onClick={() => void ask(false, say)}>Question du tiroir</Button>
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
    </>
  )
}

function CommentDialog() {
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  return (
    <>
      <Button onClick={() => setOpen(true)}>Boîte</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Votre commentaire"
        description="Il est lu par l’équipe, jamais publié."
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Annuler</Button>
            <Button variant="primary">Envoyer</Button>
          </>
        }
      >
        <TextField label="Objet" value={name} onChange={setName} data-autofocus="" />
      </Dialog>
    </>
  )
}

function Reactions({ say }: { say: Say }) {
  const [spot, setSpot] = useState<Element | null>(null)
  return (
    <>
      <IconButton
        label="Réagir"
        icon={<IconReact />}
        onClick={(event) => setSpot(spot ? null : event.currentTarget)}
      />
      <Popover open={spot !== null} anchor={spot} onClose={() => setSpot(null)} label="Réactions">
        <Flow>
          {['😍', '❤️', '😂', '👏'].map((emoji) => (
            <IconButton
              key={emoji}
              label={`Réagir ${emoji}`}
              icon={emoji}
              onClick={() => {
                say(emoji)
                setSpot(null)
              }}
            />
          ))}
        </Flow>
      </Popover>
    </>
  )
}

function ToastButtons({ say, onToast }: { say: Say; onToast: AddToast }) {
  return (
    <>
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
            action: { label: 'Réessayer', onClick: () => say('Réessayé') },
          })
        }
      >
        Erreur
      </Button>
    </>
  )
}

function HeldMenu({ say }: { say: Say }) {
  const [point, setPoint] = useState<{ x: number; y: number } | null>(null)
  const press = useLongPress(setPoint)
  return (
    <>
      <Button {...press}>Tenir</Button>
      <MenuList
        open={point !== null}
        anchor={point}
        onClose={() => setPoint(null)}
        label="Message"
        items={menuItems(say)}
      />
    </>
  )
}

/** What opens above the page. */
export function Surfaces({ onToast }: { onToast: AddToast }) {
  const [said, setSaid] = useState('')
  return (
    <Group title="Par-dessus">
      <Flow>
        <Drawers say={setSaid} onToast={onToast} />
        <CommentDialog />
        <Button onClick={() => void ask(false, setSaid)}>Question</Button>
        <Button variant="danger" onClick={() => void ask(true, setSaid)}>
          Question grave
        </Button>
        <Menu
          label="Menu du profil"
          items={menuItems(setSaid)}
          trigger={(props) => (
            <IconButton label="Menu" icon={<IconMore />} variant="soft" {...props} />
          )}
        />
        <Reactions say={setSaid} />
        <ToastButtons say={setSaid} onToast={onToast} />
        <HeldMenu say={setSaid} />
        <output aria-label="Réponse">{said}</output>
      </Flow>
    </Group>
  )
}
