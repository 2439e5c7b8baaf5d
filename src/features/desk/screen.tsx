import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { appName } from '../../data/start/config'
import { markFirstScreen } from '../../data/start/phases'
import { lazyPage } from '../../data/start/lazy-part'
import { announce } from '../../ui/feedback/announcer'
import { ErrorState } from '../../ui/feedback/error-state'
import { EmptyState } from '../../ui/feedback/empty-state'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows'
import { Button } from '../../ui/forms/button'
import { useDesktop } from '../../ui/layout/use-media-query'
import { ConfirmHost } from '../../ui/overlay/confirm'
import { CaseView } from './case/case-view'
import { DeskHeader } from './header'
import { Queue } from './queue/queue'
import { desk, loadDesk, restoreFocus } from './state/desk'
import { queue } from './state/queue'
import { useIdleLock } from './state/use-idle-lock'
import { useDeskUpdates } from './state/use-desk-updates'
import { Unlock } from './unlock'
import styles from './desk.module.css'

const AccountPage = lazyPage(() => import('./pages/desk-account').then((m) => m.AccountPage))
const AuditPage = lazyPage(() => import('./pages/desk-audit').then((m) => m.AuditPage))
const TeamPage = lazyPage(() => import('./pages/desk-team').then((m) => m.TeamPage))
const FiguresPage = lazyPage(() => import('./pages/desk-figures').then((m) => m.FiguresPage))

const MembersPage = lazyPage(() => import('./community/members-page').then((m) => m.MembersPage))
const CommunitySettingsPage = lazyPage(() =>
  import('./community/settings-page').then((m) => m.CommunitySettingsPage),
)
const RulesPage = lazyPage(() => import('./community/rules-page').then((m) => m.RulesPage))
const MessagesPage = lazyPage(() => import('./community/messages-page').then((m) => m.MessagesPage))
const InstancePage = lazyPage(() => import('./community/instance-page').then((m) => m.InstancePage))

/** List and case side by side, or one after the other on a phone. */
const Cases = ({ id, decided }: { id: string | null; decided: boolean }) => {
  const desktop = useDesktop()
  const [, navigate] = useLocation()
  const back = (): void => navigate(decided ? '/desk/decided' : '/desk')
  return (
    <div className={desktop ? styles.split : styles.single}>
      <div className={styles.pane} hidden={!desktop && id !== null}>
        <Queue decided={decided} active={id} />
      </div>
      {id ? (
        <div className={styles.pane}>
          <CaseView key={id} id={id} onBack={back} />
        </div>
      ) : null}
      {desktop && !id ? (
        <div className={styles.none}>
          <Choose decided={decided} />
        </div>
      ) : null}
    </div>
  )
}

const OPERATOR_PAGES = {
  audit: AuditPage,
  team: TeamPage,
  figures: FiguresPage,
  settings: CommunitySettingsPage,
  rules: RulesPage,
  messages: MessagesPage,
  instance: InstancePage,
} as const

/** Beside a list that has cases. */
const Choose = ({ decided }: { decided: boolean }) =>
  useSnapshot(queue).lines.length === 0 ? null : (
    <EmptyState
      level={2}
      title="Choisissez un dossier"
      text={decided ? 'Le plus récent est en haut.' : 'Le plus urgent est en haut.'}
    />
  )

/** The part of the desk that a path names; null when there is none for this role. */
const pageOf = (path: string, isOperator: boolean): ReactNode => {
  const [part = '', id, more] = path.split('/').slice(2)
  if (more !== undefined) return null
  if (part === 'accounts' && id) return <AccountPage key={id} id={id} />
  if (part === 'members' && !id) return <MembersPage />
  const isPage = isOperator && !id && Object.hasOwn(OPERATOR_PAGES, part)
  const Page = isPage ? OPERATOR_PAGES[part as keyof typeof OPERATOR_PAGES] : undefined
  return Page ? <Page /> : null
}
const caseOf = (path: string): string | null | undefined => {
  if (path === '/desk' || path === '/desk/' || path === '/desk/decided') return null
  return /^\/desk\/cases\/([^/]+)$/.exec(path)?.[1]
}

/** Staff need not have an account: the app's page of an unknown address would ask for one. */
const NoPage = () => (
  <EmptyState
    level={1}
    title="Page introuvable"
    text="Cette page n’existe pas, ou elle n’est pas pour votre rôle."
    action={<Button href="/desk">Retour aux dossiers</Button>}
  />
)

const Content = ({ path, missing }: { path: string; missing: ReactNode }) => {
  const { me } = useSnapshot(desk)
  const [decided, setDecided] = useState(path === '/desk/decided')
  const desktop = useDesktop()
  // a case opened from the decided ones keeps that list beside it
  if (path === '/desk/decided' && !decided) setDecided(true)
  if (path === '/desk' && decided) setDecided(false)
  const caseId = caseOf(path)
  const page = caseId === undefined ? pageOf(path, me?.role === 'operator') : null
  if (!me) return missing
  return (
    <div className={styles.desk}>
      {caseId && !desktop ? null : <DeskHeader me={me} path={path} />}
      <main id="contenu" className={styles.main}>
        <Suspense fallback={<SkeletonRows />}>
          {caseId === undefined ? (
            <div className={styles.page}>{page ?? <NoPage />}</div>
          ) : (
            <Cases id={caseId} decided={decided} />
          )}
        </Suspense>
      </main>
    </div>
  )
}

/** The desk of the staff. `missing`: shown to members without a role. */
export const DeskScreen = ({ missing }: { missing: ReactNode }) => {
  const { phase, me, kept } = useSnapshot(desk)
  const [path] = useLocation()
  useEffect(() => {
    void loadDesk()
  }, [])
  useEffect(markFirstScreen, [])
  useEffect(() => {
    if (phase !== 'missing') document.title = `Bureau · ${appName()}`
  }, [phase, path])
  useEffect(() => {
    if (phase === 'open') restoreFocus()
    if (phase === 'locked') announce('Bureau verrouillé.')
  }, [phase])
  useIdleLock(phase === 'open')
  useDeskUpdates(phase === 'open')
  if (phase === 'missing') return missing
  if (phase === 'failed')
    return (
      <ErrorState
        text="Le bureau n’a pas pu être ouvert."
        onRetry={() => {
          desk.phase = 'asking'
          void loadDesk()
        }}
      />
    )
  return (
    <>
      {phase === 'locked' && me ? <Unlock me={me} kept={kept} /> : null}
      {phase === 'asking' ? <SkeletonRows /> : null}
      {phase === 'open' || kept ? (
        <div className={styles.whole} hidden={phase !== 'open'}>
          <Content path={path} missing={missing} />
        </div>
      ) : null}
      <ConfirmHost />
    </>
  )
}
