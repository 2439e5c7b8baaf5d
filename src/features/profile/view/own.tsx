import { Suspense, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import { openIdentityDialog } from '../../../data/session/identity-prompt'
import { openPanel } from '../../../data/state/panels'
import { logout, session } from '../../../data/session/session'
import { lazyPart } from '../../../data/start/lazy-part'
import { NBSP } from '../../../lib/text'
import { AccountAvatar } from '../../../parts/member/avatar'
import { Button } from '../../../ui/forms/button'
import { IconButton } from '../../../ui/forms/icon-button'
import { Menu } from '../../../ui/overlay/menu'
import { Card } from '../../../ui/layout/card'
import { confirm } from '../../../ui/overlay/confirm'
import { Delayed } from '../../../ui/feedback/delayed'
import { ErrorState } from '../../../ui/feedback/error-state'
import { focusAfterDialogs } from '../../../ui/overlay/focus-after'
import { IconMore } from '../../../ui/icons/actions'
import { IconInfo } from '../../../ui/icons/base'
import { IconComment } from '../../../ui/icons/chat'
import { IconLogout, IconSettings, IconShield } from '../../../ui/icons/settings'
import { IconAlbum } from '../../../ui/icons/media'
import { IconCouple, IconGroup, IconVerified } from '../../../ui/icons/people'
import { Spinner } from '../../../ui/feedback/spinner'
import { useProfile } from '../state/api'
import { ProfileHeader } from './header'
import { Completion, type MissingTarget } from './missing'
import { ProfileView, type EditTarget } from './view'
import styles from '../profile.module.css'

const ProfileEditor = lazyPart(() => import('../edit/edit').then((m) => m.ProfileEditor))
const AccountPicture = lazyPart(() => import('../edit/avatar-editor').then((m) => m.AccountPicture))
const FirstSteps = lazyPart(() =>
  import('../../../parts/form/first-steps').then((m) => m.FirstSteps),
)
/** Below this percentage, a profile counts as new. */
const BEGUN = 15
const waiting = (
  <Delayed>
    <p className={styles.waiting} role="status">
      <Spinner size={20} /> Chargement du profil…
    </p>
  </Delayed>
)

const leave = async (): Promise<void> => {
  if (
    await confirm({
      title: 'Se déconnecter\u00a0?',
      message: 'Rien de votre compte ne restera sur cet appareil.',
      confirmLabel: 'Se déconnecter',
    })
  )
    await logout()
}

/** Which card is edited; it stays while its drawer closes. `turn` gives each opening a fresh form. */
const useEditing = () => {
  const [state, setState] = useState({ target: 'location' as EditTarget, turn: 0, open: false })
  return {
    ...state,
    edit: (target: EditTarget): void =>
      setState(({ turn }) => ({ target, turn: turn + 1, open: true })),
    close: (): void => setState((s) => ({ ...s, open: false })),
  }
}

/** /profile?card=location: where another screen asks for a commune. */
const useAskedCard = (isLoaded: boolean, edit: (target: EditTarget) => void): void => {
  const asks = new URLSearchParams(useSearch()).get('card') === 'location'
  const [, navigate] = useLocation()
  useEffect(() => {
    if (!asks || !isLoaded) return
    navigate('/profile', { replace: true })
    edit('location')
    // oxlint-disable-next-line react/exhaustive-deps -- once for each address that asks
  }, [asks, isLoaded])
}

const AgreementsLink = lazyPart(() => import('./agreements-link').then((m) => m.AgreementsLink))

const Shortcuts = ({ several }: { several: boolean }) => (
  <nav className={styles.actions} aria-label="Mon espace">
    <Button size="sm" href="/albums" icon={<IconAlbum size={18} />}>
      Mes photos
    </Button>
    <Button size="sm" href="/connection" icon={<IconGroup size={18} />}>
      Relations
    </Button>
    <Button size="sm" href="/connection/partages" icon={<IconShield size={18} />}>
      Qui voit quoi
    </Button>
    <Button size="sm" href="/account/verification" icon={<IconVerified size={18} />}>
      Profil vérifié
    </Button>
    {several ? (
      <Suspense fallback={null}>
        <AgreementsLink />
      </Suspense>
    ) : null}
    {several ? (
      <Button size="sm" icon={<IconCouple size={18} />} onClick={openIdentityDialog}>
        Changer d’identité
      </Button>
    ) : null}
  </nav>
)

const Beginning = () => (
  <Card as="section" title="Pour commencer">
    <p>Touchez un crayon pour dire qui vous êtes{NBSP}: une commune et quelques mots suffisent.</p>
    <Suspense fallback={null}>
      <FirstSteps but="profile" />
    </Suspense>
  </Card>
)

/** Settings, and what else concerns the account rather than the profile. */
const AccountActions = () => (
  <>
    <IconButton
      label="Paramètres"
      icon={<IconSettings />}
      onClick={() => openPanel({ kind: 'settings' })}
    />
    <Menu
      label="Mon compte"
      align="end"
      items={[
        {
          label: 'Un commentaire\u00a0?',
          icon: <IconComment size={18} />,
          onSelect: () => openPanel({ kind: 'feedback' }),
        },
        {
          label: 'À propos',
          icon: <IconInfo size={18} />,
          onSelect: () => openPanel({ kind: 'about' }),
        },
        'line',
        {
          label: 'Se déconnecter',
          icon: <IconLogout size={18} />,
          danger: true,
          onSelect: () => void leave(),
        },
      ]}
      trigger={(p) => <IconButton {...p} label="Mon compte" icon={<IconMore />} />}
    />
  </>
)

/** One's own profile: each card is edited in a drawer, the picture in place. */
export const OwnProfile = () => {
  const { account, accountId } = useSnapshot(session)
  const { data: profile, error, reload } = useProfile(accountId)
  const { target, turn, open, edit, close } = useEditing()
  useAskedCard(profile !== undefined, edit)
  const picture = useRef<HTMLDivElement>(null)
  if (!profile)
    return error ? (
      <ErrorState
        level={1}
        title="Erreur lors du chargement du profil"
        text="Vérifiez votre connexion, puis réessayez."
        onRetry={reload}
      />
    ) : (
      <>
        <h1 className="visually-hidden">Profil</h1>
        {waiting}
      </>
    )
  // the picture and the identities are the session's: they change at once everywhere
  const seen = account ?? profile.account
  const pick = (missing: MissingTarget): void => {
    if (missing === 'photo') focusAfterDialogs(picture.current?.querySelector('button'))
    else edit(missing)
  }
  return (
    <div className={styles.page}>
      <ProfileHeader
        account={seen}
        avatar={
          <div ref={picture}>
            <Suspense fallback={<AccountAvatar account={seen} size={76} online />}>
              <AccountPicture />
            </Suspense>
          </div>
        }
        badge={profile.badge}
      >
        <Completion profile={profile} onPick={pick} />
        <AccountActions />
      </ProfileHeader>
      <Shortcuts several={seen.identities.length > 1} />
      {profile.completion < BEGUN ? <Beginning /> : null}
      <ProfileView profile={profile} onEdit={edit} />
      {turn > 0 ? (
        <Suspense fallback={null}>
          <ProfileEditor key={turn} profile={profile} target={target} open={open} onClose={close} />
        </Suspense>
      ) : null}
    </div>
  )
}
