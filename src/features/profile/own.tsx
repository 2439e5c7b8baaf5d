import { useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { setAvatar } from '#contract/profile'
import { call } from '../../data/api'
import { openIdentityDialog } from '../../data/identity-prompt'
import { convertPhoto } from '../../data/images'
import { openPanel } from '../../data/panels'
import { logout, reloadMe, session } from '../../data/session'
import { toast } from '../../data/toasts'
import { uploadMedia } from '../../data/upload'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { ProgressBar } from '../../ui/progress-bar'
import { ProfileCard } from './card'
import styles from './profile.module.css'

/** One's own profile: what the others see first, the avatar to change, and the way to relations and settings. */
export const OwnProfile = () => {
  const { account } = useSnapshot(session)
  const input = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<number | null>(null)
  if (!account) return null
  const change = async (file: File): Promise<void> => {
    setProgress(0)
    try {
      const photo = await convertPhoto(file, { onProgress: (r) => setProgress(r * 0.5) })
      if (photo.status === 'refused') throw new Error(photo.message)
      const { mediaId } = await uploadMedia(photo.status === 'converted' ? photo.blob : file, { filename: 'avatar.jpg', onProgress: (r) => setProgress(0.5 + r * 0.5) })
      await call(setAvatar, { body: { mediaId } })
      await reloadMe()
      toast('Votre photo est à jour.', { kind: 'success' })
    } catch (error) {
      toast(error instanceof Error && error.message !== 'Network error' ? error.message : "Erreur lors de la mise à jour de l'avatar", { kind: 'error', durationMs: 6000 })
    } finally {
      setProgress(null)
    }
  }
  const leave = async (): Promise<void> => {
    if (await confirm({ title: 'Se déconnecter ?', message: 'Rien de votre compte ne restera sur cet appareil.', confirmLabel: 'Se déconnecter' })) await logout()
  }
  return (
    <div className={styles.page}>
      <ProfileCard account={account} own>
        {progress === null ? null : <ProgressBar value={progress} label="Envoi de la photo" />}
        <div className={styles.actions}>
          <Button disabled={progress !== null} onClick={() => input.current?.click()}>{account.avatar_url ? 'Changer la photo' : 'Ajouter une photo'}</Button>
          <Button href="/connection">Relations et invitations</Button>
          {account.identities.length > 1 ? <Button onClick={openIdentityDialog}>Changer d’identité</Button> : null}
        </div>
        <div className={styles.actions}>
          <Button variant="ghost" onClick={() => openPanel({ kind: 'settings' })}>Paramètres</Button>
          <Button variant="ghost" onClick={() => openPanel({ kind: 'feedback' })}>Un commentaire ?</Button>
          <Button variant="ghost" onClick={() => openPanel({ kind: 'about' })}>À propos</Button>
          <Button variant="ghost" onClick={() => void leave()}>Se déconnecter</Button>
        </div>
      </ProfileCard>
      <input
        ref={input} type="file" accept="image/*" hidden aria-label="Choisir une photo de profil"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void change(file)
        }}
      />
    </div>
  )
}
