import { useEffect, useRef, useState } from 'react'
import { askAlbum } from '#contract/albums/requests'
import type { Album } from '#contract/albums/albums'
import { ALBUM_REQUEST_MAX } from '#contract/limits'
import { call } from '../../../data/http/api'
import { refusalMessageOf } from '../../../data/http/api-error'
import { memberKey } from '../../../data/http/keys'
import { mutate } from '../../../data/http/mutate'
import { DialogActions } from '../../../ui/overlay/dialog-actions'
import { Banner } from '../../../ui/feedback/banner'
import { Button } from '../../../ui/forms/button'
import { TextArea } from '../../../ui/forms/text-area'
import { Dialog } from '../../../ui/overlay/dialog'
import { regainFocus } from '../../../ui/overlay/focus-after'
import styles from './requests.module.css'

const FAILED = 'Votre demande n’est pas partie. Réessayez.'

/** «Demander à le voir» for a closed album; «Demande envoyée» reveals nothing of the response. */
export const AskAccess = ({ album }: { album: Album }) => {
  const [open, setOpen] = useState(false)
  // kept while the dialog is closed
  const [words, setWords] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const line = useRef<HTMLParagraphElement>(null)
  const isSent = album.request === 'sent'
  const wasSent = useRef(isSent)
  useEffect(() => {
    // the button that opened the dialog has gone
    if (isSent && !wasSent.current) regainFocus(() => line.current)
    wasSent.current = isSent
  }, [isSent])
  const send = async (): Promise<void> => {
    setBusy(true)
    setError('')
    const { id, accountId } = album
    try {
      await call(askAlbum, { body: { account_id: accountId, album_id: id, words } })
      setOpen(false)
      await mutate<readonly Album[]>(memberKey('albums', accountId, 'list'), (list) =>
        list?.map((a) => (a.id === id ? { ...a, request: 'sent' as const } : a)),
      )
    } catch (failure) {
      setError(refusalMessageOf(failure) ?? FAILED)
    }
    setBusy(false)
  }
  return (
    <>
      {isSent ? (
        <p ref={line} role="status" tabIndex={-1}>
          Demande envoyée
        </p>
      ) : (
        <Button onClick={() => setOpen(true)}>Demander à le voir</Button>
      )}
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        size="sm"
        title="Demander à voir l’album"
        description="Votre demande arrive avec votre pseudo. La réponse, s’il y en a une, ouvre l’album ici même."
        footer={
          <DialogActions onCancel={() => setOpen(false)} busy={busy} onClick={() => void send()}>
            Envoyer
          </DialogActions>
        }
      >
        <div className={styles.form}>
          {error ? <Banner tone="bad">{error}</Banner> : null}
          <TextArea
            label="Un mot"
            required={false}
            value={words}
            onChange={setWords}
            maxLength={ALBUM_REQUEST_MAX}
            counter
          />
        </div>
      </Dialog>
    </>
  )
}
