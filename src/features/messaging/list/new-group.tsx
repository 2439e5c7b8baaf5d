import { useState } from 'react'
import { useLocation } from 'wouter'
import { GROUP_DESCRIPTION_MAX, GROUP_TITLE_MAX } from '#contract/limits'
import { DialogActions } from '../../../ui/overlay/dialog-actions'
import { useIdempotencyKey } from '../../../parts/form/idempotency-key'
import { useAsyncAction } from '../../../parts/form/use-async-action'
import { NamedAvatar } from '../../../parts/member/avatar'
import { Dialog } from '../../../ui/overlay/dialog'
import { TextArea } from '../../../ui/forms/text-area'
import { TextField } from '../../../ui/forms/text-field'
import { makeGroup, conversationErrorText } from './conversation-acts'
import { GroupPicture } from '../group/group-picture'
import styles from '../group/group.module.css'
import { MemberPicker } from './member-picker'

/** Form state of «Nouveau groupe», and the request that creates the group. */
const useNewGroup = (onClose: () => void) => {
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [picture, setPicture] = useState<string | null>(null)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [tried, setTried] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { busy, run } = useAsyncAction()
  const makeOnce = useIdempotencyKey()
  const [, navigate] = useLocation()
  const create = async (): Promise<void> => {
    setTried(true)
    setError(null)
    if (!title.trim() || chosen.length === 0) return
    const made = await run(
      () =>
        makeOnce(
          { title, description, account_ids: [...chosen], avatar_media_id: picture },
          makeGroup,
        ),
      (thrown) => setError(conversationErrorText(thrown)),
    )
    if (!made) return
    onClose()
    navigate(`/conversations/${made.id}`)
  }
  return {
    title,
    setTitle,
    description,
    setDescription,
    picture,
    setPicture,
    chosen,
    setChosen,
    tried,
    error,
    setError,
    busy,
    create,
  }
}

/** «Nouveau groupe»: name, optional picture and description, and members. */
export const NewGroup = ({ onClose }: { onClose: () => void }) => {
  const form = useNewGroup(onClose)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Nouveau groupe"
      size="md"
      footer={
        <DialogActions
          onCancel={onClose}
          busy={form.busy}
          busyLabel="Création…"
          onClick={() => void form.create()}
        >
          Créer le groupe
        </DialogActions>
      }
    >
      <div className={styles.form}>
        {form.error ? (
          <p className={styles.error} role="alert">
            {form.error}
          </p>
        ) : null}
        <GroupPicture
          face={
            <NamedAvatar
              name={form.title.trim() || 'Groupe'}
              avatar={form.picture ? `/api/media/${form.picture}/url` : null}
              size={72}
            />
          }
          avatar={form.picture ? `/api/media/${form.picture}/url` : null}
          onChange={form.setPicture}
          onError={form.setError}
        />
        <TextField
          label="Nom du groupe"
          value={form.title}
          onChange={form.setTitle}
          maxLength={GROUP_TITLE_MAX}
          autoComplete="off"
          data-autofocus
          error={form.tried && !form.title.trim() ? 'Donnez un nom au groupe.' : undefined}
        />
        <TextArea
          label="Description"
          required={false}
          value={form.description}
          onChange={form.setDescription}
          maxLength={GROUP_DESCRIPTION_MAX}
          minHeight={64}
        />
        <section aria-label="Membres" className={styles.members}>
          <h3 className={styles.sub}>Membres</h3>
          {form.tried && form.chosen.length === 0 ? (
            <p className={styles.error} role="alert">
              Choisissez au moins un membre.
            </p>
          ) : null}
          <MemberPicker chosen={form.chosen} onChange={form.setChosen} />
        </section>
      </div>
    </Dialog>
  )
}
