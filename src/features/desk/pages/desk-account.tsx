import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { ReportReason } from '#contract/safety'
import { staffAccount, openOwnCase } from '#contract/staff/accounts'
import { useData } from '../../../data/http/cache'
import { LoadFailure } from '../../../parts/form/load-failure'
import { useForm } from '../../../parts/form/use-form'
import { REASONS } from '../../../parts/member/report-reasons'
import { Alert } from '../../../ui/feedback/alert'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { Button } from '../../../ui/forms/button'
import { SelectField } from '../../../ui/forms/select-field'
import { AccountCard } from '../case/account'
import { Profile } from '../case/evidence'
import { desk, deskKey, staffCall } from '../state/desk'
import { OperatorActs } from './operator-acts'
import styles from './pages.module.css'

const OpenForm = ({ id }: { id: string }) => {
  const [reason, setReason] = useState<ReportReason | ''>('')
  const [, navigate] = useLocation()
  const form = useForm()
  const open = async (): Promise<void> => {
    if (reason === '') return
    const made = await staffCall(openOwnCase, { params: { id }, body: { reason } })
    navigate(`/desk/cases/${made.id}`)
  }
  return (
    <form
      className={styles.form}
      aria-label="Ouvrir un dossier"
      noValidate
      onSubmit={form.submit(open, () => ({
        reason: reason === '' ? 'Choisissez une raison.' : undefined,
      }))}
    >
      <SelectField
        label="Raison"
        placeholder="Choisir une raison"
        value={reason}
        options={REASONS}
        onChange={(value) => setReason(value as ReportReason | '')}
        {...form.field('reason')}
      />
      <Alert>{form.error}</Alert>
      <Button type="submit" variant="primary" busy={form.busy}>
        Ouvrir un dossier
      </Button>
    </form>
  )
}

/** What staff know of an account: its state, counts and decisions. */
export const AccountPage = ({ id }: { id: string }) => {
  const isOperator = useSnapshot(desk).me?.role === 'operator'
  const { data, error, mutate } = useData(deskKey('account', id), () =>
    staffCall(staffAccount, { params: { id } }),
  )
  if (error && !data)
    return (
      <LoadFailure
        failure={error}
        title="Compte introuvable"
        gone="Ce compte n’existe pas, ou il n’est pas pour vous."
        onRetry={() => void mutate()}
        back={{ label: 'Retour aux dossiers', path: '/desk' }}
      />
    )
  if (!data) return <SkeletonRows />
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{data.account.handle}</h1>
      <AccountCard account={data.account} linked={false} onChanged={() => void mutate()} />
      {data.profile ? (
        <section className={styles.section} aria-label="Ce que chaque membre peut lire">
          <h2 className={styles.subtitle}>Ce que chaque membre peut lire</h2>
          <Profile payload={data.profile} />
        </section>
      ) : null}
      <section className={styles.section} aria-label="De notre propre initiative">
        <h2 className={styles.subtitle}>De notre propre initiative</h2>
        <OpenForm id={id} />
      </section>
      {isOperator ? <OperatorActs id={id} onDone={() => void mutate()} /> : null}
    </div>
  )
}
