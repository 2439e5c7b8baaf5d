import { useSnapshot } from 'valtio'
import { session } from '../../../data/session/session'
import { joinFr, NBSP, plural, withDe } from '../../../lib/text'
import { sharingState } from '../../../lib/sharing'
import { untilText } from '../../../lib/until'
import { Banner } from '../../../ui/feedback/banner'
import { Card } from '../../../ui/layout/card'
import { ErrorState } from '../../../ui/feedback/error-state'
import { IconLock } from '../../../ui/icons/media'
import { Pill } from '../../../ui/display/pill'
import { Spinner } from '../../../ui/feedback/spinner'
import { Switch } from '../../../ui/forms/switch'
import type { Profile } from '../state/api'
import { usePrivateAlbums, useSharing } from './api'
import { Incoming } from './incoming'
import { isAlbumShared } from './sharing-model'
import { useSharingChanges, type SharingChanges } from './use-sharing-changes'
import styles from './private.module.css'

const FAILED = 'Impossible d’enregistrer vos préférences pour cette relation.'

/** What the names toggle does, for one, two or more own identities. */
const namesHint = (
  handle: string,
  identities: readonly { readonly firstname: string | null; readonly identity_handle: string }[],
): string => {
  const names = identities.map((i) => i.firstname).filter((n) => n !== null)
  const known = names.length > 0 ? ` (${joinFr(names)})` : ''
  if (identities.length <= 1)
    return names.length > 0
      ? `${handle} verra votre prénom${known} sur votre profil et dans vos échanges.`
      : `${handle} verra votre prénom dès que vous l’aurez indiqué sur votre profil.`
  if (identities.length === 2 && names.length === 1)
    return `${handle} verra le prénom ${withDe(names[0] ?? '')} sur votre profil et dans vos échanges, et l’autre dès que vous l’aurez indiqué.`
  if (identities.length === 2)
    return `${handle} verra vos deux prénoms${known} sur votre profil et dans vos échanges.`
  return `${handle} verra les prénoms de toutes vos identités${known}.`
}

type Albums = NonNullable<ReturnType<typeof usePrivateAlbums>['data']>
type Part = { readonly handle: string; readonly changes: SharingChanges }

const NamesAndEvents = ({ handle, changes }: Part) => {
  const { account } = useSnapshot(session)
  const { shown, isSaving, change } = changes
  const identities = account?.identities ?? []
  return (
    <Card
      as="section"
      title="Partage avec cette relation"
      actions={
        <>
          {isSaving ? (
            <span className={styles.quiet} role="status">
              Enregistrement…
            </span>
          ) : null}
          <span className={styles.state}>
            <Pill tone={sharingState(shown) === 'Non' ? 'neutral' : 'brass'}>
              {sharingState(shown)}
            </Pill>
          </span>
        </>
      }
    >
      <Switch
        label={identities.length <= 1 ? 'Partager mon prénom' : 'Partager mes prénoms'}
        hint={namesHint(handle, identities)}
        checked={shown.shareNames}
        onChange={(on) => change({ kind: 'names', on })}
      />
      <Switch
        label="Partager mes sorties"
        hint={`${handle} verra les sorties publiées que vous organisez ou auxquelles vous participez.`}
        checked={shown.shareEvents}
        onChange={(on) => change({ kind: 'events', on })}
      />
    </Card>
  )
}

/** `end`: when the share with this member ends. */
const albumHint = (photos: number, end: string | undefined): string => {
  const count = plural(photos, 'photo')
  return end === undefined ? count : `${count}, ouvert ${untilText(end)}`
}

const PrivateAlbums = ({ albums, changes }: { albums: Albums; changes: SharingChanges }) => {
  const { shown, change } = changes
  const all = shown.shareAllPrivateAlbums
  return (
    <Card as="section" title="Albums privés">
      <Switch
        label="Partager tous mes albums privés"
        hint="Ceux d’aujourd’hui et ceux que vous créerez."
        checked={all}
        onChange={(on) => change({ kind: 'all-albums', on })}
      />
      {albums.length === 0 ? (
        <p className={styles.quiet}>
          {all
            ? 'Aucun album pour l’instant, mais les futurs seront partagés.'
            : 'Aucun album privé à partager'}
        </p>
      ) : (
        <ul className={styles.albums}>
          {albums.map((a) => (
            <li key={a.id}>
              <Switch
                label={
                  <>
                    {all ? <IconLock size={14} /> : null} {a.name}
                  </>
                }
                hint={albumHint(a.mediaCount, all ? undefined : shown.sharedAlbumEnds[a.id])}
                checked={isAlbumShared(shown, a.id)}
                onChange={() => change({ kind: 'album', id: a.id, name: a.name })}
              />
            </li>
          ))}
        </ul>
      )}
      {all && albums.length > 0 ? (
        <p className={styles.quiet}>Choisissez un album pour ne partager que celui-là.</p>
      ) : null}
    </Card>
  )
}

/** The switches, once what is shared and the albums are loaded. */
const Switches = ({ profile, albums }: { profile: Profile; albums: Albums }) => {
  const { id, account_handle: handle } = profile.account
  const changes = useSharingChanges(id, handle, albums)
  return (
    <div className={styles.stack}>
      {profile.may_share ? null : (
        <Banner tone="info">
          Écrivez d’abord à {handle}
          {NBSP}: le partage se règle une fois votre discussion ouverte.
        </Banner>
      )}
      <fieldset className={styles.fieldset} disabled={!profile.may_share}>
        <NamesAndEvents handle={handle} changes={changes} />
        <PrivateAlbums albums={albums} changes={changes} />
      </fieldset>
      {changes.failed ? <Banner tone="bad">{FAILED}</Banner> : null}
      <Incoming account={profile.account} />
    </div>
  )
}

/** What the viewer shares with a member: names, events, private albums. Each switch applies at once. */
export const SharingScreen = ({ profile }: { profile: Profile }) => {
  const { account: me } = useSnapshot(session)
  const { data: loaded, error, mutate: reload } = useSharing(profile.account.id)
  const { data: albums, error: noAlbums, mutate: reloadAlbums } = usePrivateAlbums()
  if (!me)
    return (
      <Banner tone="warn">
        Vous devez être connecté pour configurer vos préférences de partage.
      </Banner>
    )
  if (loaded && albums) return <Switches profile={profile} albums={albums} />
  return error || noAlbums ? (
    <ErrorState
      text="Impossible de récupérer vos préférences de partage pour cette relation."
      onRetry={() => void Promise.all([reload(), reloadAlbums()])}
    />
  ) : (
    <p className={styles.waiting} role="status">
      <Spinner size={20} /> Chargement des préférences de partage…
    </p>
  )
}
