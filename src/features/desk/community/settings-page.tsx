import { useState } from 'react'
import { readSettings, saveSettings, type CommunitySettings } from '#contract/staff/community'
import { mutate } from '../../../data/http/mutate'
import { toast } from '../../../data/state/toasts'
import { Alert } from '../../../ui/feedback/alert'
import { Segmented } from '../../../ui/forms/segmented'
import { Button } from '../../../ui/forms/button'
import { TextField } from '../../../ui/forms/text-field'
import { useForm } from '../../../parts/form/use-form'
import { deskKey, staffCall } from '../state/desk'
import styles from '../pages/pages.module.css'
import { CommunityNav } from './community-nav'
import { Load } from './load'

const KEY = 'settings'

const MODES = [
  { value: 'open', label: 'Ouvertes' },
  { value: 'invitation', label: 'Sur invitation' },
  { value: 'approval', label: 'Après accord' },
  { value: 'closed', label: 'Fermées' },
] as const
const EXPLAINED = {
  open: 'Toute personne majeure peut s’inscrire.',
  invitation: 'Il faut le lien d’un membre.',
  approval:
    'Chaque personne se présente\u00a0; l’équipe l’accueille, ou deux membres se portent garants.',
  closed: 'Personne ne s’inscrit, sauf la seconde moitié d’un couple déjà ici.',
} as const satisfies Record<CommunitySettings['registration'], string>

type Name = Exclude<keyof CommunitySettings, 'name' | 'registration' | 'alertAddresses'>
const COUNTS: readonly { name: Name; label: string; hint: string }[] = [
  {
    name: 'newMembersPerDay',
    label: 'Nouveaux membres par jour',
    hint: '0\u00a0: sans limite.',
  },
  {
    name: 'invitationsPerMonth',
    label: 'Personnes par lien de membre, en trente jours',
    hint: 'Compte quand les inscriptions sont sur invitation.',
  },
  {
    name: 'signalNewConversations',
    label: 'Alerte\u00a0: discussions commencées en une heure',
    hint: '0\u00a0: jamais.',
  },
  {
    name: 'signalSameMessage',
    label: 'Alerte\u00a0: même texte envoyé en un jour',
    hint: '0\u00a0: jamais.',
  },
  {
    name: 'signalBlocks',
    label: 'Alerte\u00a0: blocages reçus en une semaine',
    hint: '0\u00a0: jamais.',
  },
  {
    name: 'signalRefusals',
    label: 'Alerte\u00a0: demandes d’albums refusées en une semaine',
    hint: '0\u00a0: jamais.',
  },
  {
    name: 'unusedDays',
    label: 'Compte inutilisé\u00a0: jours avant l’effacement',
    hint: 'De 180 à 1825. Deux e-mails préviennent, à 30 et à 7 jours.',
  },
  {
    name: 'closedDays',
    label: 'Inscriptions et avis traités\u00a0: jours gardés',
    hint: 'De 30 à 730.',
  },
]

interface Typed extends Readonly<Record<Name, string>> {
  readonly name: string
  readonly registration: CommunitySettings['registration']
  readonly alertAddresses: string
}
const typedOf = (settings: CommunitySettings): Typed => ({
  ...(Object.fromEntries(COUNTS.map(({ name }) => [name, String(settings[name])])) as Record<
    Name,
    string
  >),
  name: settings.name,
  registration: settings.registration,
  alertAddresses: settings.alertAddresses.join(', '),
})
/** What the operator typed that is not set so yet: other values may be another operator's. */
const changesOf = (typed: Typed, settings: CommunitySettings): Partial<CommunitySettings> => {
  const wanted: Record<keyof CommunitySettings, unknown> = {
    ...typed,
    ...Object.fromEntries(COUNTS.map(({ name }) => [name, Number(typed[name])])),
    alertAddresses: typed.alertAddresses.split(/[\s,;]+/).filter((one) => one !== ''),
  }
  const names = Object.keys(typed) as (keyof CommunitySettings)[]
  return Object.fromEntries(
    names
      .filter((name) => String(wanted[name]) !== String(settings[name]))
      .map((name) => [name, wanted[name]]),
  )
}

const Form = ({ settings }: { settings: CommunitySettings }) => {
  // fields that are not edited follow the settings, which another operator may change meanwhile
  const [edits, setEdits] = useState<Partial<Typed>>({})
  const typed = { ...typedOf(settings), ...edits }
  const edit =
    <K extends keyof Typed>(name: K) =>
    (value: Typed[K]): void =>
      setEdits((known) => ({ ...known, [name]: value }))
  const form = useForm()
  const save = async (): Promise<void> => {
    const body = changesOf(typed, settings)
    if (Object.keys(body).length > 0) {
      const saved = await staffCall(saveSettings, { body })
      await mutate(deskKey(KEY), saved.settings, { revalidate: false })
    }
    // what was typed during the save is not saved yet
    setEdits((known) => (known === edits ? {} : known))
    toast('Réglages enregistrés.', { kind: 'success' })
  }
  const check = () =>
    Object.fromEntries<string | undefined>([
      ['name', typed.name.trim() ? undefined : 'Donnez un nom à la communauté.'],
      ...COUNTS.map(({ name: count }): [string, string | undefined] => [
        count,
        /^\d{1,6}$/.test(typed[count]) ? undefined : 'Écrivez un nombre.',
      ]),
    ])
  return (
    <form className={styles.form} noValidate onSubmit={form.submit(save, check)}>
      <TextField
        label="Nom de la communauté"
        hint="Change dans l’application et les e-mails au prochain démarrage du serveur."
        maxLength={40}
        value={typed.name}
        onChange={edit('name')}
        {...form.field('name')}
      />
      <Segmented
        label="Inscriptions"
        labelShown
        block
        options={MODES}
        value={typed.registration}
        onChange={edit('registration')}
      />
      <p className={styles.quiet}>{EXPLAINED[typed.registration]}</p>
      {COUNTS.map(({ name, label, hint }) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          inputMode="numeric"
          value={typed[name]}
          onChange={edit(name)}
          {...form.field(name)}
        />
      ))}
      <TextField
        label="Adresses d’astreinte"
        hint="Cinq au plus. Elles reçoivent un e-mail neutre quand un dossier urgent est ouvert."
        inputMode="email"
        value={typed.alertAddresses}
        onChange={edit('alertAddresses')}
        {...form.field('alertAddresses')}
      />
      <Alert>{form.error}</Alert>
      <Button type="submit" variant="primary" busy={form.busy}>
        Enregistrer
      </Button>
    </form>
  )
}

/** Settings of the community. */
export const CommunitySettingsPage = () => (
  <div className={styles.page}>
    <h1 className={styles.title}>Réglages</h1>
    <CommunityNav here="/desk/settings" />
    <Load name={KEY} load={async () => (await staffCall(readSettings, {})).settings}>
      {(settings) => <Form settings={settings} />}
    </Load>
  </div>
)
