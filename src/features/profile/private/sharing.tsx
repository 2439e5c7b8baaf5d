import { useState } from 'react'
import { mutate } from 'swr'
import { useSnapshot } from 'valtio'
import { setSharing } from '#contract/sharing'
import { call } from '../../../data/http/api'
import { memberKey, refreshLists } from '../../../data/http/keys'
import { session } from '../../../data/session/session'
import { toast } from '../../../data/state/toasts'
import { joinFr, plural } from '../../../lib/text'
import { sharingState, type Shares } from '../../../lib/sharing'
import { Banner } from '../../../ui/feedback/banner'
import { Button } from '../../../ui/forms/button'
import { Card } from '../../../ui/layout/card'
import { ErrorState } from '../../../ui/feedback/error-state'
import { IconLock } from '../../../ui/icons/media'
import { Pill } from '../../../ui/display/pill'
import { Spinner } from '../../../ui/feedback/spinner'
import { Switch } from '../../../ui/forms/switch'
import type { Profile } from '../state/api'
import { usePrivateAlbums, useSharing } from './api'
import { isAlbumShared, isSharingDirty, pickAlbum, shareAll, sharesOf } from './sharing-model'
import styles from './private.module.css'

const FAILED = "Impossible d'enregistrer vos préférences pour cette relation."

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
  if (identities.length === 2)
    return `${handle} verra vos deux prénoms${known} sur votre profil et dans vos échanges.`
  return `${handle} verra les prénoms de toutes vos identités${known}.`
}

/** What the viewer shares with a member: names, events, private albums. Saved as a whole. */
export const SharingScreen = ({ profile }: { profile: Profile }) => {
  const { account: me } = useSnapshot(session)
  const { id, account_handle: handle } = profile.account
  const { data: loaded, error, mutate: reload } = useSharing(id)
  const { data: albums, error: noAlbums, mutate: reloadAlbums } = usePrivateAlbums()
  const [draft, setDraft] = useState<Shares | null>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  if (!me)
    return (
      <Banner tone="warn">
        {error
          ? 'Impossible de récupérer vos préférences de partage.'
          : 'Vous devez être connecté pour configurer vos préférences de partage.'}
      </Banner>
    )
  if (!loaded || !albums)
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
  // an album that was deleted or made public can no longer be chosen
  const mine = (s: Shares): Shares => ({
    ...s,
    sharedAlbumIds: s.sharedAlbumIds.filter((a) => albums.some((b) => b.id === a)),
  })
  const saved = mine(loaded)
  const shown = draft ? mine(draft) : saved
  const dirty = isSharingDirty(saved, shown)
  const set = (next: Shares): void => {
    setDraft(next)
    setFailed(false)
  }
  const save = async (): Promise<void> => {
    setBusy(true)
    setFailed(false)
    try {
      const body = { ...shown, sharedAlbumIds: [...shown.sharedAlbumIds] }
      await mutate(
        memberKey('sharing', id),
        sharesOf(await call(setSharing, { params: { id }, body })),
        { revalidate: false },
      )
      setDraft(null)
      toast('Préférences de partage enregistrées', { kind: 'success' })
      void Promise.all([mutate(memberKey('profile', id)), refreshLists()])
    } catch {
      setFailed(true)
      toast('Erreur lors de la sauvegarde', { kind: 'error', durationMs: 5000 })
    } finally {
      setBusy(false)
    }
  }
  const one = me.identities.length <= 1
  return (
    <div className={styles.stack}>
      {profile.may_share ? null : (
        <Banner tone="info">
          Écrivez d’abord à {handle} : le partage se règle une fois votre discussion ouverte.
        </Banner>
      )}
      <fieldset className={styles.fieldset} disabled={!profile.may_share}>
        <Card
          as="section"
          title="Partage avec cette relation"
          actions={
            <Pill tone={sharingState(shown) === 'Non' ? 'neutral' : 'brass'}>
              {sharingState(shown)}
            </Pill>
          }
        >
          <Switch
            label={one ? 'Partager mon prénom' : 'Partager mes prénoms'}
            hint={namesHint(handle, me.identities)}
            checked={shown.shareNames}
            onChange={(shareNames) => set({ ...shown, shareNames })}
          />
          <Switch
            label="Partager mes événements"
            hint={`${handle} verra les sorties publiées que vous organisez ou auxquelles vous participez.`}
            checked={shown.shareEvents}
            onChange={(shareEvents) => set({ ...shown, shareEvents })}
          />
        </Card>
        <Card as="section" title="Albums privés">
          <Switch
            label="Partager tous mes albums privés"
            hint="Ceux d’aujourd’hui et ceux que vous créerez."
            checked={shown.shareAllPrivateAlbums}
            onChange={(on) => set(shareAll(shown, on))}
          />
          {albums.length === 0 ? (
            <p className={styles.quiet}>
              {shown.shareAllPrivateAlbums
                ? "Aucun album pour l'instant, mais les futurs seront partagés."
                : 'Aucun album privé à partager'}
            </p>
          ) : (
            <ul className={styles.albums}>
              {albums.map((a) => (
                <li key={a.id} className={shown.shareAllPrivateAlbums ? styles.locked : undefined}>
                  <Switch
                    label={
                      <>
                        {shown.shareAllPrivateAlbums ? <IconLock size={14} /> : null} {a.name}
                      </>
                    }
                    hint={plural(a.mediaCount, 'photo')}
                    checked={isAlbumShared(shown, a.id)}
                    onChange={() => set(pickAlbum(shown, a.id))}
                  />
                </li>
              ))}
            </ul>
          )}
          {shown.shareAllPrivateAlbums && albums.length > 0 ? (
            <p className={styles.quiet}>Choisissez un album pour ne partager que celui-là.</p>
          ) : null}
        </Card>
      </fieldset>
      {failed ? <Banner tone="bad">{FAILED}</Banner> : null}
      <div className={styles.buttons}>
        <Button
          variant="primary"
          disabled={!dirty || !profile.may_share}
          busy={busy}
          busyLabel="Enregistrement…"
          onClick={() => void save()}
        >
          Enregistrer
        </Button>
      </div>
    </div>
  )
}
