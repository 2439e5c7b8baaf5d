import { Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { Identity } from '#contract/profile/profile'
import { session } from '../../../data/session/session'
import { toast } from '../../../data/state/toasts'
import { lazyPart } from '../../../data/start/lazy-part'
import { checkFaces } from '../../../parts/blur/check-faces'
import type { CheckedPhoto } from '../../../parts/blur/face-gate'
import { AccountAvatar, NamedAvatar } from '../../../parts/member/avatar'
import { useWaitingPicture, type WaitingPicture } from '../../../parts/member/agreements'
import { Avatar } from '../../../ui/display/avatar'
import { IconCamera } from '../../../ui/icons/media'
import { MenuList } from '../../../ui/overlay/menu'
import { primaryFirst } from '../state/people'
import { PICTURE_FAILED, savePicture, uploadPicture } from './save-picture'
import type { ChosenPicture } from './use-profile-form'
import styles from '../profile.module.css'
import { withDe } from '../../../lib/text'

const CropDialog = lazyPart(() => import('./crop-dialog').then((m) => m.CropDialog))

interface Props {
  /** «photo de profil», or «photo de» a person. */
  readonly name: string
  readonly face: ReactNode
  readonly picture: boolean
  /** The photo that waits for an agreement; it is shown instead of the present one. */
  readonly waiting: WaitingPicture | null
  /** Label of the button that ends the cropping. */
  readonly save: string
  readonly onSave: (square: Blob, onProgress: (part: number) => void) => Promise<void>
  readonly onRemove: () => void
}

/** A picture that is a button: choose, crop, or take it away. */
const PictureButton = ({ name, face, picture, waiting, save, onSave, onRemove }: Props) => {
  const [, navigate] = useLocation()
  const input = useRef<HTMLInputElement>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [photo, setPhoto] = useState<CheckedPhoto | null>(null)
  const choose = (): void => input.current?.click()
  return (
    <div className={styles.avatarEditor}>
      <button
        type="button"
        className={styles.avatar}
        aria-label={
          waiting
            ? `Changer la ${name}, en attente de l’accord ${withDe(waiting.names)}`
            : `${picture ? 'Changer' : 'Ajouter'} la ${name}`
        }
        onClick={(e) => (picture || waiting ? setAnchor(e.currentTarget) : choose())}
      >
        {face}
        <span className={styles.camera}>
          <IconCamera size={18} />
        </span>
        {waiting ? <span className={styles.pending}>En attente</span> : null}
      </button>
      <MenuList
        open={anchor !== null}
        anchor={anchor}
        onClose={() => setAnchor(null)}
        label={`La ${name}`}
        align="start"
        items={[
          ...(waiting
            ? [
                {
                  label: `Accord ${withDe(waiting.names)} attendu`,
                  onSelect: () => navigate('/account/agreements'),
                },
              ]
            : []),
          { label: 'Changer la photo', onSelect: choose },
          { label: 'Retirer la photo', danger: true, onSelect: onRemove },
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
            failed={PICTURE_FAILED}
            save={save}
            onClose={() => setPhoto(null)}
            onSave={onSave}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

/** The picture in the header of the own profile. It is saved at once. */
export const AccountPicture = () => {
  const { account } = useSnapshot(session)
  const waiting = useWaitingPicture('account', account?.id)
  if (!account) return null
  const remove = async (): Promise<void> => {
    try {
      await savePicture(null, null)
      toast('La photo est retirée.', { kind: 'success' })
    } catch {
      toast(PICTURE_FAILED, { kind: 'error', durationMs: 6000 })
    }
  }
  return (
    <PictureButton
      name="photo de profil"
      picture={account.avatar_url !== null}
      waiting={waiting}
      face={
        waiting ? (
          <NamedAvatar name={account.account_handle} avatar={waiting.mediaId} size={76} />
        ) : (
          <AccountAvatar
            account={{ ...account, identities: primaryFirst(account.identities) }}
            size={76}
          />
        )
      }
      save="Enregistrer"
      onSave={async (square, onProgress) => {
        const isShown = await savePicture(null, await uploadPicture(square, onProgress))
        toast(
          isShown ? 'Votre photo est à jour.' : 'Votre photo sera visible une fois l’accord donné.',
          { kind: 'success' },
        )
      }}
      onRemove={() => void remove()}
    />
  )
}

/** The picture of one person of a couple, part of the form around it: «Annuler» leaves it as it was. */
export const IdentityPicture = ({
  identity: { id, identity_handle, avatar_url },
  chosen,
  onChoose,
}: {
  identity: Readonly<Pick<Identity, 'id' | 'identity_handle' | 'avatar_url'>>
  chosen: ChosenPicture | null
  onChoose: (picture: ChosenPicture) => void
}) => {
  const square = chosen?.square
  const pending = useWaitingPicture('identity', id)
  // what is chosen now takes its place
  const waiting = chosen ? null : pending
  const local = useMemo(() => (square ? URL.createObjectURL(square) : undefined), [square])
  useEffect(
    () => () => {
      if (local) URL.revokeObjectURL(local)
    },
    [local],
  )
  return (
    <PictureButton
      name={`photo ${withDe(identity_handle)}`}
      waiting={waiting}
      picture={chosen ? chosen.square !== null : avatar_url !== null}
      face={
        chosen ? (
          <Avatar name={identity_handle} src={local} size={64} />
        ) : (
          <NamedAvatar name={identity_handle} avatar={waiting?.mediaId ?? avatar_url} size={64} />
        )
      }
      save="Utiliser"
      onSave={async (cropped) => onChoose({ identityId: id, square: cropped })}
      onRemove={() => onChoose({ identityId: id, square: null })}
    />
  )
}
