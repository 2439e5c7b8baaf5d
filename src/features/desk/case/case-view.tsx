import { useLayoutEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { CaseDetail } from '#contract/staff/cases'
import { ANSWERED_SUBJECT_KINDS, type Measure } from '#contract/staff/measures'
import { LoadFailure } from '../../../parts/form/load-failure'
import { dateTime } from '../../../lib/dates'
import { NBSP, plural } from '../../../lib/text'
import { Pill } from '../../../ui/display/pill'
import { Banner } from '../../../ui/feedback/banner'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { Button } from '../../../ui/forms/button'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconBack } from '../../../ui/icons/nav'
import { useDesktop } from '../../../ui/layout/use-media-query'
import { ageText, DECIDED_LABELS, severityOf, MEASURE_KEYS, natureOf, caseTitle } from '../labels'
import { desk } from '../state/desk'
import { useDeskShortcuts } from '../use-desk-shortcuts'
import { AccountCard } from './account'
import { Authority } from './authority'
import { Comparison } from './comparison'
import { DecideBar } from './decide-bar'
import { DecideForm } from './decide-form'
import { Decisions } from './decisions'
import { EvidenceCard } from './evidence'
import { HoldQuestion } from './hold-question'
import { Reports } from './reports'
import { Tags } from './tags'
import { useCase, type OpenCase } from './use-case'
import { offeredMeasures, useDecide } from './use-decide'
import styles from './case.module.css'

const PROPOSED: Readonly<Partial<Record<Measure, string>>> = {
  exclude: 'Exclusion',
  verify: 'Vérification',
}
const Proposal = ({ proposal }: { proposal: NonNullable<CaseDetail['proposal']> }) => (
  <section className={styles.card} aria-label={`${PROPOSED[proposal.measure]} proposée`}>
    <h3 className={styles.cardTitle}>
      {PROPOSED[proposal.measure]} proposée par {proposal.mine ? 'vous' : proposal.by}
    </h3>
    <p className={styles.words}>{proposal.facts}</p>
    <p className={styles.quiet}>
      {proposal.mine
        ? 'Une deuxième personne doit la confirmer.'
        : `À vous d’en juger${NBSP}: confirmez-la, ou choisissez une autre mesure.`}
    </p>
  </section>
)

const Appeal = ({ appeal }: { appeal: NonNullable<CaseDetail['appeal']> }) => (
  <section className={styles.card} aria-label="Contestation">
    <h3 className={styles.cardTitle}>
      Contestation <small className={styles.quiet}>{dateTime(appeal.at)}</small>
    </h3>
    <p className={styles.words}>{appeal.text}</p>
    <p className={styles.legend}>La décision contestée</p>
    <Decisions decisions={[appeal.decision]} />
  </section>
)

const Contested = () => (
  <Banner tone="info">
    Ce membre conteste un refus{NBSP}: une autre personne que celle qui a refusé répond, s’il y en a
    une dans l’équipe.
  </Banner>
)

const LeftOut = ({ count }: { count: number }) => (
  <Banner tone="warn">
    {plural(
      count,
      'autre version signalée n’a pas été gardée',
      'autres versions signalées n’ont pas été gardées',
    )}
    {NBSP}: ce dossier n’a plus de place.
  </Banner>
)

const Head = ({
  detail,
  open,
  onBack,
}: {
  detail: CaseDetail
  open: OpenCase
  onBack: () => void
}) => {
  const { line } = detail
  const { label, tone } = severityOf(line.priority)
  const isOpen = line.state !== 'decided'
  const desktop = useDesktop()
  return (
    <header className={styles.header}>
      {desktop ? null : (
        <IconButton label="Retour aux dossiers" icon={<IconBack />} onClick={onBack} />
      )}
      <div className={styles.titles}>
        <h2 className={styles.title}>{caseTitle(line)}</h2>
        <p className={styles.head}>
          <Pill tone={tone}>{label}</Pill>
          <span className={styles.quiet}>
            {natureOf(line)} · il y a {ageText(line.openedAt)}
            {line.claim && !line.claim.mine ? ` · ${line.claim.by} s’en occupe` : ''}
          </span>
        </p>
      </div>
      {isOpen && line.claim?.mine ? (
        <Button size="sm" onClick={() => void open.release()}>
          Rendre
        </Button>
      ) : null}
      {isOpen && !line.claim ? (
        <Button size="sm" onClick={() => void open.claim()}>
          Je m’en occupe
        </Button>
      ) : null}
    </header>
  )
}

const Answered = ({ answered }: { answered: NonNullable<CaseDetail['answered']> }) => (
  <section className={styles.card} aria-label="Décision prise">
    <h3 className={styles.cardTitle}>{DECIDED_LABELS[answered.measure]}</h3>
    <p className={styles.quiet}>
      {dateTime(answered.at)}
      {answered.by ? ` · ${answered.by}` : ''}
      {answered.second ? ` et ${answered.second}` : ''}
    </p>
  </section>
)

const Loaded = ({
  detail,
  open,
  onBack,
}: {
  detail: CaseDetail
  open: OpenCase
  onBack: () => void
}) => {
  const [, navigate] = useLocation()
  const isOperator = useSnapshot(desk).me?.role === 'operator'
  const decide = useDecide(detail, open, (next) =>
    navigate(next ? `/desk/cases/${next}` : '/desk', { replace: true }),
  )
  useDeskShortcuts(detail.line.state !== 'decided', (key) => {
    const measure = offeredMeasures(detail).find((one) => MEASURE_KEYS[one] === key)
    if (measure) decide.choose(measure)
    else if (key === 'c') void open.claim()
    else if (key === 'r') void open.release()
    else if (key === 'Ctrl+Enter') void decide.decide()
    else return false
    return true
  })
  const reload = (): void => void open.reload()
  return (
    <>
      <Head detail={detail} open={open} onBack={onBack} />
      <div className={styles.columns}>
        <div className={styles.content}>
          {open.note ? <Banner tone="warn">{open.note}</Banner> : null}
          {isOperator && detail.hold?.isAsked ? (
            <HoldQuestion id={detail.line.id} hold={detail.hold} onAnswered={reload} />
          ) : null}
          {detail.proposal ? <Proposal proposal={detail.proposal} /> : null}
          {detail.contested ? <Contested /> : null}
          {detail.appeal ? <Appeal appeal={detail.appeal} /> : null}
          {detail.decisions.length > 0 ? (
            <section className={styles.card} aria-label="Décision prise">
              <h3 className={styles.cardTitle}>Décision prise</h3>
              <Decisions decisions={detail.decisions} onUndone={reload} />
            </section>
          ) : null}
          {detail.answered ? <Answered answered={detail.answered} /> : null}
          {detail.line.kind === 'comment' ? <Tags line={detail.line} open={open} /> : null}
          <Reports reports={detail.reports} onWarned={reload} />
          {detail.line.subjectKind === 'verification' ? (
            <Comparison evidence={detail.evidence} />
          ) : null}
          {detail.evidence.map((one) => {
            const alike = detail.evidence.filter(({ kind }) => kind === one.kind)
            return (
              <EvidenceCard
                key={one.id}
                evidence={one}
                version={alike.length > 1 ? alike.indexOf(one) + 1 : null}
                onChanged={reload}
              />
            )
          })}
          {detail.versionsLeftOut > 0 ? <LeftOut count={detail.versionsLeftOut} /> : null}
          {detail.account ? (
            <AccountCard account={detail.account} linked onChanged={reload} />
          ) : null}
          {isOperator &&
          detail.evidence.length > 0 &&
          !ANSWERED_SUBJECT_KINDS.includes(detail.line.subjectKind) ? (
            <Authority detail={detail} onKept={reload} />
          ) : null}
        </div>
        <DecideForm detail={detail} decide={decide} />
      </div>
      <DecideBar detail={detail} />
    </>
  )
}

/** A case: what was reported, about whom, and what to do about it. */
export const CaseView = ({ id, onBack }: { id: string; onBack: () => void }) => {
  const open = useCase(id)
  const place = useRef<HTMLElement>(null)
  const desktop = useDesktop()
  useLayoutEffect(() => place.current?.focus({ preventScroll: true }), [])
  useDeskShortcuts(true, (key) => {
    if (key !== 'Escape') return false
    const field = document.activeElement
    // the first Escape leaves the field, with what was typed
    if (field instanceof HTMLElement && field.matches('input, textarea, select')) field.blur()
    else onBack()
    return true
  })
  return (
    <article ref={place} className={styles.case} tabIndex={-1} aria-label="Dossier">
      {desktop ? null : <h1 className="visually-hidden">Dossier</h1>}
      {open.detail ? (
        <Loaded detail={open.detail} open={open} onBack={onBack} />
      ) : open.error ? (
        <LoadFailure
          failure={open.error}
          title="Dossier introuvable"
          gone="Ce dossier n’existe pas, ou il n’est pas pour vous."
          onRetry={() => void open.reload()}
          back={{ label: 'Retour aux dossiers', path: '/desk' }}
        />
      ) : (
        <SkeletonRows />
      )}
    </article>
  )
}
