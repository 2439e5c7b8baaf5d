import { useState } from 'react'
import type { Reply } from '#contract/route'
import { instanceState, sendTestMail, sendTestPush } from '#contract/staff/community'
import { serverMessageOf } from '../../../data/http/api-error'
import { dateTime } from '../../../lib/dates'
import { NBSP, formatNumber, plural } from '../../../lib/text'
import { Pill } from '../../../ui/display/pill'
import { Button } from '../../../ui/forms/button'
import { staffCall } from '../state/desk'
import styles from '../pages/pages.module.css'
import { CommunityNav } from './community-nav'
import { Load } from './load'

type State = Reply<typeof instanceState>
const megabytes = (bytes: number): string => `${formatNumber(Math.round(bytes / 1e6))}${NBSP}Mo`
const linesOf = (s: State): readonly (readonly [string, string])[] => [
  ['Version', s.version],
  ['Démarré', dateTime(s.startedAt)],
  [
    'Base de données',
    `${s.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${megabytes(s.databaseBytes)}`,
  ],
  ['Membres', formatNumber(s.members)],
  ['Photos', `${formatNumber(s.photos)}, ${megabytes(s.photoBytes)}`],
  ['Notifications en attente', s.push ? formatNumber(s.pushQueue) : 'désactivées'],
  ['E-mails de l’équipe en attente', formatNumber(s.letters)],
  [
    'Journal de l’équipe',
    s.audit.broken === null
      ? `intact, ${plural(s.audit.entries, 'entrée')}`
      : `ROMPU à l’entrée ${formatNumber(s.audit.broken)}`,
  ],
  ['E-mails', s.mail ? 'par le serveur SMTP' : 'écrits dans DATA_DIR/outbox, pas envoyés'],
  ['Dernière sauvegarde', s.lastBackupAt ? dateTime(s.lastBackupAt) : 'aucune par npm run backup'],
]

const JOBS: Readonly<Record<string, string>> = {
  alertUrgent: 'Alertes d’astreinte',
  announceExpired: 'Fin des partages d’albums',
  remindShares: 'Rappels avant la fin des partages d’albums',
  encryptColumns: 'Valeurs à chiffrer',
  endUnused: 'Comptes inutilisés',
  askAfter: 'Lendemains de sorties',
  askReconfirm: 'Venues à confirmer de nouveau',
  closeDiscussions: 'Discussions de sorties à fermer',
  eraseAddresses: 'Adresses des sorties passées',
  findSignals: 'Alertes du serveur',
  giveBack: 'Photos et sorties à rendre',
  followLinks: 'Invitations à suivre',
  lapseOffers: 'Places proposées',
  offerLeft: 'Places libres à proposer',
  partLeft: 'Membres séparés',
  leaveEvents: 'Sorties des comptes suspendus',
  liftSuspensions: 'Fin des suspensions',
  purgeDue: 'Suppressions demandées',
  push: 'Notifications',
  pushSweep: 'Appareils sans notifications',
  releaseAgreed: 'Messages dont l’accord est donné',
  destroyBrief: 'Photos éphémères à détruire',
  partDue: 'Comptes à séparer',
  remind: 'Rappels des sorties',
  revealAddresses: 'Adresses révélées à l’heure dite',
  sendAnnouncements: 'Messages à tous',
  sendLetters: 'E-mails de l’équipe',
  tidyAfter: 'Choix du lendemain des sorties',
  tidyAgeChecks: 'Preuves d’âge commencées',
  tidyReplies: 'Réponses aux questions des sorties',
  tidyFiles: 'Fichiers sans photo',
  tidyLogins: 'Connexions sans compte',
  fetchTrustList: 'Liste des émetteurs d’âge',
  askHolds: 'Questions sur les copies gardées',
  tellLooks: 'Regards de l’équipe à annoncer',
  tidyModeration: 'Copies et dossiers échus',
  tidyRides: 'Covoiturages passés',
  tidyRows: 'Liens et sessions échus',
  tidyVerifications: 'Photos de vérification échues',
}

/** Sends something to oneself and says what came of it. */
const Trial = ({ label, run }: { label: string; run: () => Promise<string> }) => {
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  const go = async (): Promise<void> => {
    setBusy(true)
    setSaid(await run().catch((error: unknown) => serverMessageOf(error) ?? 'L’essai a échoué.'))
    setBusy(false)
  }
  return (
    <div className={styles.acts}>
      <Button busy={busy} onClick={() => void go()}>
        {label}
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a line of text, not a result of a form */}
      <span className={styles.quiet} role="status">
        {said}
      </span>
    </div>
  )
}

const tryMail = async (): Promise<string> => {
  const { error } = await staffCall(sendTestMail, {})
  return error === null ? 'Remis au serveur d’e-mails.' : `Refusé${NBSP}: ${error}`
}
const tryPush = async (): Promise<string> => {
  const { devices } = await staffCall(sendTestPush, {})
  return devices === 0
    ? 'Aucun de vos appareils ne reçoit de notifications.'
    : `Envoyée à ${plural(devices, 'appareil')}.`
}

/** What an operator looks at before anything else when something is wrong. */
export const InstancePage = () => (
  <div className={styles.page}>
    <h1 className={styles.title}>État de l’instance</h1>
    <CommunityNav here="/desk/instance" />
    <div className={styles.acts}>
      <Trial label="E-mail d’essai" run={tryMail} />
      <Trial label="Notification d’essai" run={tryPush} />
    </div>
    <Load name="instance" load={() => staffCall(instanceState, {})}>
      {(state) => (
        <>
          <dl className={styles.facts}>
            {linesOf(state).map(([name, value]) => (
              <div key={name}>
                <dt className={styles.quiet}>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {state.jobs.length > 0 ? <h2 className={styles.subtitle}>Tâches de fond</h2> : null}
          <dl className={styles.facts}>
            {state.jobs.map(({ name, ranAt, failed }) => (
              <div key={name}>
                <dt className={styles.quiet}>{JOBS[name] ?? name}</dt>
                <dd>
                  {ranAt ? dateTime(ranAt) : 'pas encore'}
                  {failed ? (
                    <>
                      {' '}
                      <Pill tone="bad">Échec</Pill>
                    </>
                  ) : null}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Load>
  </div>
)
