import { useEffect, useState } from 'react'
import { exportData } from '#contract/safety'
import { download } from '../../data/device/download'
import { logout } from '../../data/session/session'
import { markFirstScreen } from '../../data/start/phases'
import { dateLong } from '../../lib/dates'
import { NBSP } from '../../lib/text'
import { useForm } from '../../parts/form/use-form'
import { Alert } from '../../ui/feedback/alert'
import { ErrorState } from '../../ui/feedback/error-state'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows'
import { Button } from '../../ui/forms/button'
import { PasswordField } from '../../ui/forms/password-field'
import { IconDownload } from '../../ui/icons/actions'
import { DecisionCard } from './decision-card'
import { closingDecision } from './labels'
import { PublicPage } from '../../parts/form/public-page'
import { useDecisions } from './use-decisions'

const ExportForm = ({ onDone }: { onDone: () => void }) => {
  const [password, setPassword] = useState('')
  const form = useForm()
  const take = async (): Promise<void> => {
    await download(exportData, { body: { password } }, 'mes-donnees.zip')
    onDone()
  }
  return (
    <form
      className="stack"
      aria-label="Télécharger mes données"
      noValidate
      onSubmit={form.submit(take, () => ({
        password: password === '' ? 'Saisissez votre mot de passe.' : undefined,
      }))}
    >
      <PasswordField
        label="Votre mot de passe"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- asked for by the button that it replaces
        autoFocus
        {...form.field('password')}
      />
      <Alert>{form.error}</Alert>
      <Button type="submit" block busy={form.busy} busyLabel="Préparation…">
        Télécharger l’archive
      </Button>
    </form>
  )
}

/** In place of the app for a suspended or excluded account: why, until when, and what remains open. */
export const SuspendedScreen = () => {
  useEffect(markFirstScreen, [])
  const { data, error, mutate } = useDecisions()
  const [exporting, setExporting] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const closing = data && closingDecision(data)
  const over = data !== undefined && closing === undefined
  const until = closing?.until
  return (
    <PublicPage
      wide
      title={
        closing?.measure === 'exclude' ? 'Votre compte est fermé' : 'Votre compte est suspendu'
      }
      intro={
        over ? (
          'Rien ne le ferme plus\u00a0: vous pouvez revenir.'
        ) : until ? (
          <>
            Il vous attend, tel qu’il était, à partir du <b>{dateLong(until)}</b>. Jusque-là,
            personne ne le voit.
          </>
        ) : (
          `Personne ne le voit plus. Voici pourquoi, et ce que vous pouvez faire${NBSP}:`
        )
      }
    >
      {over ? (
        <Button variant="primary" size="lg" block onClick={() => location.reload()}>
          Revenir
        </Button>
      ) : null}
      {closing ? (
        <DecisionCard decision={closing} level={2} onChanged={() => void mutate()} />
      ) : null}
      {!data && error ? (
        <ErrorState
          text="Les raisons n’ont pas pu être chargées. Vérifiez votre connexion."
          onRetry={() => void mutate()}
        />
      ) : null}
      {!data && !error ? <SkeletonRows count={2} /> : null}
      {exporting ? (
        <ExportForm onDone={() => setExporting(false)} />
      ) : (
        <Button block icon={<IconDownload size={18} />} onClick={() => setExporting(true)}>
          Télécharger mes données
        </Button>
      )}
      <Button
        block
        variant="ghost"
        busy={leaving}
        onClick={() => {
          setLeaving(true)
          void logout()
        }}
      >
        Se déconnecter
      </Button>
    </PublicPage>
  )
}
