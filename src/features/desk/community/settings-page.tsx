import { useState } from 'react'
import { readSettings, saveSettings, type CommunitySettings } from '#contract/staff/community'
import { toast } from '../../../data/state/toasts'
import { Alert } from '../../../ui/feedback/alert'
import { Segmented } from '../../../ui/forms/segmented'
import { Button } from '../../../ui/forms/button'
import { TextField } from '../../../ui/forms/text-field'
import { useForm } from '../../../parts/form/use-form'
import { staffCall } from '../state/desk'
import styles from '../pages/pages.module.css'
import { CommunityNav } from './community-nav'
import { Load } from './load'

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
    hint: 'De 180 à 1825. Deux courriels préviennent, à 30 et à 7 jours.',
  },
  {
    name: 'closedDays',
    label: 'Inscriptions et avis traités\u00a0: jours gardés',
    hint: 'De 30 à 730.',
  },
]

const Form = ({ settings }: { settings: CommunitySettings }) => {
  const [name, setName] = useState(settings.name)
  const [mode, setMode] = useState(settings.registration)
  const [counts, setCounts] = useState(() =>
    Object.fromEntries(COUNTS.map(({ name }) => [name, String(settings[name])])),
  )
  const [addresses, setAddresses] = useState(settings.alertAddresses.join(', '))
  const form = useForm()
  const save = async (): Promise<void> => {
    await staffCall(saveSettings, {
      body: {
        name,
        registration: mode,
        ...Object.fromEntries(COUNTS.map(({ name }) => [name, Number(counts[name])])),
        alertAddresses: addresses.split(/[\s,;]+/).filter((one) => one !== ''),
      },
    })
    toast('Réglages enregistrés.', { kind: 'success' })
  }
  const check = () =>
    Object.fromEntries<string | undefined>([
      ['name', name.trim() ? undefined : 'Donnez un nom à la communauté.'],
      ...COUNTS.map(({ name: count }): [string, string | undefined] => [
        count,
        /^\d{1,6}$/.test(counts[count] ?? '') ? undefined : 'Écrivez un nombre.',
      ]),
    ])
  return (
    <form className={styles.form} noValidate onSubmit={form.submit(save, check)}>
      <TextField
        label="Nom de la communauté"
        hint="Change dans l’application et les courriels au prochain démarrage du serveur."
        maxLength={40}
        value={name}
        onChange={setName}
        {...form.field('name')}
      />
      <Segmented
        label="Inscriptions"
        labelShown
        block
        options={MODES}
        value={mode}
        onChange={setMode}
      />
      <p className={styles.quiet}>{EXPLAINED[mode]}</p>
      {COUNTS.map(({ name, label, hint }) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          inputMode="numeric"
          value={counts[name] ?? ''}
          onChange={(value) => setCounts((all) => ({ ...all, [name]: value }))}
          {...form.field(name)}
        />
      ))}
      <TextField
        label="Adresses d’astreinte"
        hint="Cinq au plus. Elles reçoivent un courriel neutre quand un dossier urgent est ouvert."
        inputMode="email"
        value={addresses}
        onChange={setAddresses}
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
    <Load name="settings" load={async () => (await staffCall(readSettings, {})).settings}>
      {(settings) => <Form settings={settings} />}
    </Load>
  </div>
)
