import { useState } from 'react'
import { Button } from '../ui/forms/button'
import { Checkbox } from '../ui/forms/checkbox'
import { Chip } from '../ui/forms/chip'
import { IconButton } from '../ui/forms/icon-button'
import { IconMore, IconPlus, IconTrash } from '../ui/icons/actions'
import { IconSend } from '../ui/icons/chat'
import { IconImage, IconStar } from '../ui/icons/media'
import { IconMail } from '../ui/icons/settings'
import { IconEuro } from '../ui/icons/status'
import { PasswordField } from '../ui/forms/password-field'
import { SearchField } from '../ui/forms/search-field'
import { Segmented } from '../ui/forms/segmented'
import { SelectField } from '../ui/forms/select-field'
import { SliderReading } from '../ui/forms/slider-reading'
import { Slider } from '../ui/forms/slider'
import { Switch } from '../ui/forms/switch'
import { TabPanel, Tabs } from '../ui/layout/tabs'
import { TextArea } from '../ui/forms/text-area'
import { TextField } from '../ui/forms/text-field'
import { Columns, Flow, Group } from './parts'

const TABS = [
  { id: 'profil', label: 'Profil', note: '82\u00a0%' },
  { id: 'photos', label: 'Photos', note: 24 },
  { id: 'sorties', label: 'Sorties', note: 3 },
  { id: 'prive', label: 'Privé', note: 'Oui' },
] as const

function Chips() {
  const [off, setOff] = useState(false)
  return (
    <Flow>
      <Chip>Non-fumeur</Chip>
      <Chip>1,70 m</Chip>
      <Chip selected onClick={() => setOff(!off)}>
        Ce week-end
      </Chip>
      <Chip selected={off} onClick={() => setOff(!off)}>
        Près de moi
      </Chip>
      <Chip onRemove={() => undefined} removeLabel="Retirer Nora">
        nora_lyon
      </Chip>
    </Flow>
  )
}

function Buttons() {
  const [on, setOn] = useState(true)
  return (
    <Group title="Boutons">
      <Flow>
        <Button variant="primary">Je participe</Button>
        <Button>Plus tard</Button>
        <Button variant="ghost">Voir sur la carte</Button>
        <Button variant="danger" icon={<IconTrash />}>
          Supprimer
        </Button>
      </Flow>
      <Flow>
        <Button variant="primary" busy busyLabel="Envoi…">
          Envoyer
        </Button>
        <Button disabled>Indisponible</Button>
        <Button variant="primary" disabled>
          Créer
        </Button>
        <Button size="sm" icon={<IconPlus />}>
          Inviter
        </Button>
        <Button href="#lien">Un lien</Button>
      </Flow>
      <Button variant="primary" size="lg" block>
        Se connecter
      </Button>
      <Flow>
        <IconButton label="Options" icon={<IconMore />} />
        <IconButton label="Nouvelle discussion" icon={<IconPlus />} variant="soft" />
        <IconButton label="Joindre une photo" icon={<IconImage />} variant="soft" badge={3} />
        <IconButton label="Envoyer" icon={<IconSend />} variant="accent" />
        <IconButton label="Envoyer" icon={<IconSend />} variant="accent" disabled />
        <IconButton label="Envoi en cours" icon={<IconSend />} variant="accent" busy />
        <IconButton label="Favori" icon={<IconStar />} pressed={on} onClick={() => setOn(!on)} />
        <IconButton label="Petit" icon={<IconMore />} size="sm" />
        <IconButton label="Grand" icon={<IconPlus />} size="lg" variant="soft" />
      </Flow>
      <Chips />
    </Group>
  )
}

function TextFields() {
  const [text, setText] = useState('')
  return (
    <Columns>
      <TextField
        label="Adresse e-mail"
        type="email"
        autoComplete="email"
        value={text}
        onChange={setText}
        placeholder="vous@exemple.fr"
        leading={<IconMail />}
      />
      <TextField label="Pseudo" value="cl" onChange={setText} error="Au moins 3 caractères." />
      <PasswordField
        label="Mot de passe"
        autoComplete="current-password"
        value="velours"
        onChange={setText}
        hint="Dix caractères au moins."
      />
      <SelectField
        label="Silhouette"
        value={text === '' ? '' : 'a'}
        onChange={setText}
        placeholder="Non précisé"
        options={[
          { value: 'a', label: 'Athlétique' },
          { value: 'm', label: 'Mince' },
        ]}
        required={false}
      />
      <TextField
        label="Participation"
        inputMode="decimal"
        value="30"
        onChange={setText}
        trailing={<IconEuro size={18} />}
        disabled
      />
      <SearchField label="Rechercher" value={text} onChange={setText} />
      <TextArea
        label="Description"
        value={text}
        onChange={setText}
        counter
        maxLength={500}
        placeholder="Curieux, complices…"
      />
      <TextArea
        label="Message"
        labelHidden
        variant="round"
        minHeight={44}
        maxHeight={128}
        value={text}
        onChange={setText}
        placeholder="Écrire un message…"
      />
    </Columns>
  )
}

function Toggles() {
  const [on, setOn] = useState(true)
  const [off, setOff] = useState(false)
  return (
    <Columns>
      <div>
        <Checkbox label="J’accepte les conditions d’utilisation." checked={off} onChange={setOff} />
        <Checkbox
          label="Je certifie avoir 18 ans ou plus."
          checked={on}
          onChange={setOn}
          hint="Votre date de naissance n’est jamais affichée."
        />
        <Checkbox
          label="J’accepte le traitement de ces données."
          checked={false}
          onChange={setOff}
          error="Cet accord est nécessaire."
        />
      </div>
      <div>
        <Switch
          label="Notifications"
          hint="Messages, sorties et relations."
          checked={on}
          onChange={setOn}
        />
        <Switch label="Autoriser le zoom" checked={off} onChange={setOff} />
        <Switch label="Enregistrement" checked busy onChange={setOff} />
        <Switch label="Indisponible" checked={false} disabled onChange={setOff} />
      </div>
    </Columns>
  )
}

function Choices({ base }: { base: string }) {
  const [view, setView] = useState<'messages' | 'photos'>('messages')
  const [tab, setTab] = useState<(typeof TABS)[number]['id']>('profil')
  const [mode, setMode] = useState<'open' | 'invitation' | 'approval' | 'closed'>('open')
  return (
    <Group title="Choix">
      <Flow>
        <Segmented
          label="Affichage"
          value={view}
          onChange={setView}
          options={[
            { value: 'messages', label: 'Messages' },
            { value: 'photos', label: 'Photos', count: 24 },
          ]}
        />
        <Segmented
          label="Photos"
          value={view}
          onChange={setView}
          options={[
            { value: 'messages', label: 'Reçues' },
            { value: 'photos', label: 'Envoyées' },
          ]}
        />
      </Flow>
      <Segmented
        label="Qui peut s’inscrire dans la communauté"
        labelShown
        block
        value={mode}
        onChange={setMode}
        options={[
          { value: 'open', label: 'Ouvertes' },
          { value: 'invitation', label: 'Sur invitation' },
          { value: 'approval', label: 'Après accord' },
          { value: 'closed', label: 'Fermées' },
        ]}
      />
      <div>
        <Tabs label="Profil de lea_hugo" base={base} tabs={TABS} value={tab} onChange={setTab} />
        {TABS.map(({ id, label }) => (
          <TabPanel key={id} base={base} id={id} value={tab}>
            <p style={{ padding: '14px 4px' }}>Contenu de l’onglet {label}.</p>
          </TabPanel>
        ))}
      </div>
    </Group>
  )
}

function Sliders() {
  const [rates, setRates] = useState<Record<string, number | null>>({
    'Côte à côte': 92,
    Mélangisme: 67,
    Échangisme: 54,
    Pluralité: 34,
    Clubs: 12,
    Saunas: 0,
    Orgie: null,
  })
  return (
    <Group title="Curseurs">
      <Columns>
        {Object.entries(rates).map(([label, value]) => (
          <Slider
            key={label}
            label={label}
            value={value}
            onChange={(next) => setRates({ ...rates, [label]: next })}
            comment={
              label === 'Mélangisme' ? 'Avec des gens que nous connaissons déjà.' : undefined
            }
          />
        ))}
        <Slider label="Indisponible" value={40} onChange={() => undefined} disabled />
      </Columns>
      <Columns>
        <SliderReading label="Côte à côte" value={92} />
        <SliderReading label="Pluralité" value={34} comment="Selon l’humeur." />
        <SliderReading label="Orgie" value={null} />
      </Columns>
    </Group>
  )
}

/** Buttons and everything one fills in. */
export function Controls({ base }: { base: string }) {
  return (
    <>
      <Buttons />
      <Group title="Champs">
        <TextFields />
        <Toggles />
      </Group>
      <Choices base={base} />
      <Sliders />
    </>
  )
}
