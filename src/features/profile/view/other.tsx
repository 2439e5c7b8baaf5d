import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { closeAll } from '../../../data/state/panels'
import { toast } from '../../../data/state/toasts'
import { lazyPart } from '../../../data/start/lazy-part'
import { NBSP, withDe } from '../../../lib/text'
import { LoadFailure } from '../../../parts/form/load-failure'
import { TalkDialog } from '../../../parts/member/talk-dialog'
import { useSharedEvents } from '../../../parts/member/use-shared-events'
import { cx } from '../../../lib/cx'
import { Button } from '../../../ui/forms/button'
import { Delayed } from '../../../ui/feedback/delayed'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconChat } from '../../../ui/icons/nav'
import { Spinner } from '../../../ui/feedback/spinner'
import { TabPanel, Tabs } from '../../../ui/layout/tabs'
import { useProfile, type Profile } from '../state/api'
import { ProfileHeader } from './header'
import { MemberMenu } from './member-menu'
import { ProfileView } from './view'
import styles from '../profile.module.css'

const PrivateTab = lazyPart(() => import('../private/private').then((m) => m.PrivateTab))

/** What other rooms show inside a profile; src/app fills them. */
export interface ProfileSlots {
  readonly albums?: (accountId: string, albumId: string | undefined) => ReactNode
  readonly events?: (accountId: string) => ReactNode
}
type Tab = 'profil' | 'albums' | 'sorties' | 'prive'
const wait = (text: string) => (
  <Delayed>
    <p className={styles.waiting} role="status">
      <Spinner size={20} /> {text}
    </p>
  </Delayed>
)

const useLostToast = (lost: boolean): void =>
  useEffect(() => {
    if (lost)
      toast('Erreur lors du chargement des événements partagés', {
        kind: 'error',
        durationMs: 5000,
      })
  }, [lost])

const Visited = ({
  profile,
  album,
  at,
  slots,
  inPanel,
}: {
  profile: Profile
  album: string | undefined
  at: 'sharing' | undefined
  slots: ProfileSlots
  inPanel: boolean
}) => {
  const { account } = profile
  const [chosen, setTab] = useState<Tab>(album ? 'albums' : at ? 'prive' : 'profil')
  const [talking, setTalking] = useState(false)
  // null: this member shares none with the viewer, the list would answer 403
  const offered = slots.events ? profile.event_count : null
  const list = useSharedEvents(offered === null ? null : account.id)
  const lost = list.error !== undefined && !list.events
  // this tab exists only once they have been loaded (SOC-017)
  const shared = list.events ? offered : null
  useLostToast(lost)
  const tab = chosen === 'sorties' && shared === null ? 'profil' : chosen
  const base = `profile-${account.id}`
  return (
    <>
      <ProfileHeader account={account} inPanel={inPanel} badge={profile.badge}>
        <IconButton
          label="Parler en direct"
          title="Discussion privée"
          icon={<IconChat />}
          variant="accent"
          onClick={() => setTalking(true)}
        />
        <MemberMenu profile={profile} inPanel={inPanel} />
      </ProfileHeader>
      <TalkDialog
        handle={account.account_handle}
        open={talking}
        onClose={() => setTalking(false)}
      />
      <div className={styles.tabs}>
        <Tabs
          label={`Profil ${withDe(account.account_handle)}`}
          base={base}
          value={tab}
          onChange={setTab}
          tabs={[
            { id: 'profil', label: 'Profil', note: `${profile.completion}${NBSP}%` },
            { id: 'albums', label: 'Photos', note: profile.photo_count },
            ...(shared === null
              ? []
              : [{ id: 'sorties' as const, label: 'Sorties', note: shared }]),
            { id: 'prive', label: 'Privé', note: profile.has_private ? 'Oui' : 'Non' },
          ]}
        />
      </div>
      <TabPanel base={base} id="profil" value={tab}>
        <ProfileView profile={profile} onGo={() => void closeAll()} />
      </TabPanel>
      <TabPanel base={base} id="albums" value={tab}>
        <Suspense fallback={wait('Chargement des photos…')}>
          {slots.albums?.(account.id, album)}
        </Suspense>
      </TabPanel>
      {shared === null ? null : (
        <TabPanel base={base} id="sorties" value={tab}>
          {slots.events?.(account.id)}
        </TabPanel>
      )}
      <TabPanel base={base} id="prive" value={tab}>
        <Suspense fallback={wait('Chargement…')}>
          <PrivateTab profile={profile} at={at} />
        </Suspense>
      </TabPanel>
    </>
  )
}

/** Another member's profile, as a page and in the side panel; in the panel, one's own as the others see it. */
export const OtherProfile = ({
  id,
  album,
  at,
  slots,
  inPanel = false,
}: {
  id: string
  album?: string | undefined
  at?: 'sharing' | undefined
  slots: ProfileSlots
  inPanel?: boolean
}) => {
  const { data: profile, error, reload } = useProfile(id)
  const [, navigate] = useLocation()
  if (!profile)
    return error ? (
      <LoadFailure
        failure={error}
        level={inPanel ? undefined : 1}
        title="Profil introuvable"
        titleElse="Profil introuvable"
        gone="Ce profil n’existe pas ou n’est plus accessible."
        offline="Erreur lors du chargement du profil. Vérifiez votre connexion, puis réessayez."
        onRetry={reload}
        back={inPanel ? undefined : { label: 'Retour aux relations', path: '/connection' }}
      />
    ) : (
      <>
        {inPanel ? null : <h1 className="visually-hidden">Profil</h1>}
        {wait('Chargement du profil…')}
      </>
    )
  if (profile.account.is_own)
    return (
      <div className={cx(styles.page, inPanel && styles.inPanel)}>
        <ProfileHeader account={profile.account} inPanel={inPanel} badge={profile.badge} />
        <Button onClick={() => void closeAll().then(() => navigate('/profile'))}>
          Voir et modifier mon profil
        </Button>
        <ProfileView profile={profile} onGo={() => void closeAll()} />
      </div>
    )
  return (
    <div className={cx(styles.page, inPanel && styles.inPanel)}>
      <Visited profile={profile} album={album} at={at} slots={slots} inPanel={inPanel} />
    </div>
  )
}
