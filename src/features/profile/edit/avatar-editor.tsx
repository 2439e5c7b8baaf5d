import { lazy, Suspense, useRef, useState } from 'react'
import { mutate } from '../../../data/http/mutate'
import { useSnapshot } from 'valtio'
import type { Identity } from '#contract/profile/profile'
import { setAvatar } from '#contract/profile/profile'
import { setIdentityAvatar } from '#contract/profile/data'
import { call } from '../../../data/http/api'
import { memberKey } from '../../../data/http/keys'
import { reloadMe, session } from '../../../data/session/session'
import { toast } from '../../../data/state/toasts'
import { checkFaces, type CheckedPhoto } from '../../../parts/blur/face-gate'
import { AccountAvatar, NamedAvatar } from '../../../parts/member/avatar'
import { IconCamera } from '../../../ui/icons/media'
import { MenuList } from '../../../ui/overlay/menu'
import { inOrder } from './form'
import styles from '../profile.module.css'

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog')).CropDialog }))
const FAILED = 'Erreur lors de la mise à jour de l’avatar'

type Props =
  | { readonly kind: 'account' }
  | {
      readonly kind: 'identity'
      readonly identity: Readonly<Pick<Identity, 'id' | 'identity_handle' | 'avatar_url'>>
    }

/**
 * Sets the picture of the account, or of one identity. A single person has one picture for both.
 */
const savePicture = async (identityId: string | null, mediaId: string | null): Promise<void> => {
  const { account } = session
  const only = account?.identities.length === 1 ? account.identities[0]?.id : undefined
  if (identityId === null) await call(setAvatar, { body: { mediaId } })
  const person = identityId ?? only
  if (person) await call(setIdentityAvatar, { params: { id: person }, body: { mediaId } })
  await reloadMe()
  if (account) await mutate(memberKey('profile', account.id))
}

/** An own picture in edit mode: choose, crop, or take it away. It is saved at once, apart from the rest of the profile. */
export const AvatarEditor = (props: Props) => {
  const { account } = useSnapshot(session)
  const input = useRef<HTMLInputElement>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [photo, setPhoto] = useState<CheckedPhoto | null>(null)
  if (!account) return null
  const identity =
    props.kind === 'identity'
      ? account.identities.find((i) => i.id === props.identity.id)
      : undefined
  const picture = props.kind === 'account' ? account.avatar_url : (identity?.avatar_url ?? null)
  const name = identity ? `photo de ${identity.identity_handle}` : 'photo de profil'
  const remove = async (): Promise<void> => {
    try {
      await savePicture(identity?.id ?? null, null)
      toast('La photo est retirée.', { kind: 'success' })
    } catch {
      toast(FAILED, { kind: 'error', durationMs: 6000 })
    }
  }
  const choose = (): void => input.current?.click()
  return (
    <div className={styles.avatarEditor}>
      <button
        type="button"
        className={styles.avatar}
        aria-label={`${picture ? 'Changer' : 'Ajouter'} la ${name}`}
        onClick={(e) => (picture ? setAnchor(e.currentTarget) : choose())}
      >
        {identity ? (
          <NamedAvatar name={identity.identity_handle} avatar={identity.avatar_url} size={64} />
        ) : (
          <AccountAvatar
            account={{ ...account, identities: inOrder(account.identities) }}
            size={76}
          />
        )}
        <span className={styles.camera}>
          <IconCamera size={18} />
        </span>
      </button>
      <MenuList
        open={anchor !== null}
        anchor={anchor}
        onClose={() => setAnchor(null)}
        label={`La ${name}`}
        align="start"
        items={[
          { label: 'Changer la photo', onSelect: choose },
          { label: 'Retirer la photo', danger: true, onSelect: () => void remove() },
        ]}
      />
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={`Choisir une ${name}`}
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          event.target.value = ''
          if (chosen) void checkFaces([chosen]).then(([checked]) => setPhoto(checked ?? null))
        }}
      />
      {photo ? (
        <Suspense fallback={null}>
          <CropDialog
            photo={photo}
            failed={FAILED}
            onClose={() => setPhoto(null)}
            onSave={async (mediaId) => {
              await savePicture(identity?.id ?? null, mediaId)
              toast('Votre photo est à jour.', { kind: 'success' })
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
