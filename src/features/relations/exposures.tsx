import { useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { cutExposure, type Exposure } from '#contract/sharing'
import { call } from '../../data/http/api'
import { refreshLists, refreshMember } from '../../data/http/keys'
import { openPanel } from '../../data/state/panels'
import { session } from '../../data/session/session'
import { toast, toastRefusal } from '../../data/state/toasts'
import { joinFr, NBSP, plural } from '../../lib/text'
import { AccountAvatar } from '../../parts/member/avatar'
import { Button } from '../../ui/forms/button'
import { confirm } from '../../ui/overlay/confirm'
import { useRowFocus } from '../../ui/overlay/use-row-focus'
import { ArtPhotos } from '../../ui/art/photos'
import { EmptyState } from '../../ui/feedback/empty-state'
import { ErrorState } from '../../ui/feedback/error-state'
import { IconAlbum } from '../../ui/icons/media'
import { IconEvents, IconUser } from '../../ui/icons/nav'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows'
import { untilText } from '../../lib/until'
import { Tag } from '../../ui/display/tag'
import { useExposure } from './api'
import styles from './relations.module.css'

/** Whether a member can see more than the public profile. */
const seesSomething = (e: Exposure): boolean =>
  e.names || e.events || e.allPrivateAlbums || e.albums.length > 0
/** Album names shown before «et n autres». */
const NAMED = 4
const albumsText = (e: Exposure): string => {
  if (e.allPrivateAlbums)
    return e.albums.length > 0
      ? `Tous vos albums privés, présents et à venir (${e.albums.length} aujourd’hui)`
      : 'Tous vos albums privés à venir'
  const names = e.albums
    .slice(0, NAMED)
    .map((a) => `«${NBSP}${a.name}${NBSP}»${a.until ? ` (${untilText(a.until)})` : ''}`)
  const more = e.albums.length - names.length
  return `${plural(e.albums.length, 'album privé', 'albums privés')}${NBSP}: ${joinFr(more > 0 ? [...names, plural(more, 'autre')] : names)}`
}

/** Whether the account is of one person. */
const useIsOne = (): boolean => (useSnapshot(session).account?.identities.length ?? 1) <= 1

const Seen = ({
  exposure: e,
  busy,
  onCut,
}: {
  exposure: Exposure
  busy: boolean
  onCut: () => void
}) => {
  const { with_account_id: id, with_account_handle: handle } = e.relation
  const one = useIsOne()
  return (
    <li className={styles.exposure}>
      <div className={styles.top}>
        <button
          type="button"
          className={styles.member}
          onClick={() => openPanel({ kind: 'profile', id })}
        >
          <AccountAvatar
            account={{
              account_handle: handle,
              avatar_url: e.relation.avatar_url,
              identities: e.relation.identities,
            }}
            size={44}
          />
          <b>{handle}</b>
          {e.is_relation ? null : <Tag>Hors relations</Tag>}
        </button>
        <Button
          size="sm"
          variant="danger"
          busy={busy}
          aria-label={`Couper ${handle}`}
          onClick={onCut}
        >
          Couper
        </Button>
      </div>
      <ul className={styles.facts}>
        {e.names ? (
          <li>
            <IconUser size={18} /> {one ? 'Votre prénom' : 'Vos prénoms'}
          </li>
        ) : null}
        {e.events ? (
          <li>
            <IconEvents size={18} /> Vos sorties publiées
          </li>
        ) : null}
        {e.albums.length > 0 || e.allPrivateAlbums ? (
          <li>
            <IconAlbum size={18} /> <span>{albumsText(e)}</span>
          </li>
        ) : null}
      </ul>
    </li>
  )
}

/**
 * «Qui voit quoi»: what each member can see beyond the public profile, and two ways to revoke it.
 */
export const Exposures = () => {
  const { data, error, mutate } = useExposure()
  const [busy, setBusy] = useState<string | null>(null)
  const one = useIsOne()
  const place = useRef<HTMLDivElement>(null)
  useRowFocus(place)
  const cut = async (e: Exposure | null): Promise<void> => {
    const name = e?.relation.with_account_handle
    const yes = await confirm({
      title: name ? `Ne plus rien partager avec ${name}${NBSP}?` : `Tout couper${NBSP}?`,
      danger: true,
      confirmLabel: name ? 'Couper' : 'Tout couper',
      message: `${name ? `${name} ne verra` : 'Plus personne ne verra'} ${name ? 'plus ' : ''}${one ? 'votre prénom' : 'vos prénoms'}, vos sorties ni vos albums privés${NBSP}; les liens des photos cessent de marcher aussitôt. Relations et discussions restent.`,
    })
    if (!yes) return
    setBusy(e?.relation.with_account_id ?? 'all')
    try {
      await call(cutExposure, { body: e ? { account_id: e.relation.with_account_id } : {} })
      toast(name ? `${name} ne voit plus que votre profil public.` : 'Plus rien n’est partagé.', {
        kind: 'success',
      })
      await Promise.all([refreshLists(), refreshMember(e?.relation.with_account_id ?? null)])
    } catch (thrown) {
      toastRefusal(thrown, 'Rien n’a été coupé. Vérifiez votre connexion, puis réessayez.')
    } finally {
      setBusy(null)
    }
  }
  if (!data)
    return error ? (
      <ErrorState
        text="Impossible de dire qui voit quoi pour le moment. Vérifiez votre connexion."
        onRetry={() => void mutate()}
      />
    ) : (
      <SkeletonRows count={4} />
    )
  const seeing = data.filter(seesSomething)
  const others = data.length - seeing.length
  if (seeing.length === 0)
    return (
      <div ref={place} tabIndex={-1}>
        <EmptyState
          art={<ArtPhotos />}
          title="Vous ne partagez rien"
          text="Personne ne voit autre chose que votre profil public. Les partages se règlent sur le profil d’un membre, onglet Privé."
        />
      </div>
    )
  return (
    <section ref={place} className={styles.section} aria-label="Qui voit quoi">
      <div className={styles.intro}>
        <p className="quiet">
          {plural(seeing.length, 'membre')} {seeing.length > 1 ? 'voient' : 'voit'} plus que votre
          profil public. Voici exactement ce qui se voit, maintenant.
        </p>
        <Button variant="danger" busy={busy === 'all'} onClick={() => void cut(null)}>
          Tout couper
        </Button>
      </div>
      <ul className={styles.exposures}>
        {seeing.map((e) => (
          <Seen
            key={e.relation.with_account_id}
            exposure={e}
            busy={busy === e.relation.with_account_id}
            onCut={() => void cut(e)}
          />
        ))}
      </ul>
      {others > 0 ? (
        <p className="quiet">
          {plural(others, 'autre relation ne voit', 'autres relations ne voient')} que votre profil
          public.
        </p>
      ) : null}
    </section>
  )
}
