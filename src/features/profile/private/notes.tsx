import { useState } from 'react'
import { mutate } from '../../../data/http/mutate'
import { useSnapshot } from 'valtio'
import { NOTE_MAX } from '#contract/limits'
import { getFeelings, saveFeelings } from '#contract/notes'
import { call } from '../../../data/http/api'
import { refusalMessageOf } from '../../../data/http/api-error'
import { memberKey } from '../../../data/http/keys'
import { session } from '../../../data/session/session'
import { toast } from '../../../data/state/toasts'
import { bandOf, ratingLabel } from '../../../lib/bands'
import { Banner } from '../../../ui/feedback/banner'
import { Button } from '../../../ui/forms/button'
import { Card } from '../../../ui/layout/card'
import { ErrorState } from '../../../ui/feedback/error-state'
import { IconThumbDown, IconThumbUp } from '../../../ui/icons/chat'
import { IconLock } from '../../../ui/icons/media'
import { Spinner } from '../../../ui/feedback/spinner'
import { TextArea } from '../../../ui/forms/text-area'
import { useFeelings } from './api'
import { NoteCard } from './note-card'
import { useNoteDrafts } from './use-note-drafts'
import {
  feelingOf,
  globalFeeling,
  isCommentDirty,
  withComment,
  withFeeling,
  type Feeling,
  type SavedFeelings,
} from './notes-model'
import styles from './private.module.css'

const FAILED = 'Vos notes n’ont pas pu être enregistrées. Rien n’est perdu\u00a0: réessayez.'

const GlobalFeeling = ({ value, couple }: { value: number | null; couple: boolean }) => (
  <Card as="section" title="Impression d’ensemble">
    {value === null ? (
      <p className={styles.prompt}>
        Donnez votre avis {couple ? 'en tant que couple' : 'en tant que personne'} pour calculer
        automatiquement l’impression d’ensemble.
      </p>
    ) : (
      <p className={styles.global} data-band={bandOf(value) ?? 'none'}>
        <span className={styles.thumb}>
          {bandOf(value) === 1 ? <IconThumbDown size={22} /> : <IconThumbUp size={22} />}
        </span>
        <b>{ratingLabel(value)}</b>
        <span className={styles.quiet}>{value} sur 100</span>
      </p>
    )}
  </Card>
)

type SavedNotes = NonNullable<ReturnType<typeof useFeelings>['data']>

const CommentCard = ({
  saved,
  comment,
  busy,
  onChange,
  onSave,
}: {
  saved: SavedNotes
  /** null: as saved. */
  comment: string | null
  busy: string | null
  onChange: (comment: string | null) => void
  onSave: (comment: string) => void
}) => {
  const dirty = comment !== null && isCommentDirty(saved.global_comment, comment)
  return (
    <Card as="section" title="Commentaire global">
      <TextArea
        label="Commentaire global"
        labelHidden
        value={comment ?? saved.global_comment ?? ''}
        onChange={onChange}
        maxLength={NOTE_MAX}
        placeholder="Ajoutez un commentaire général sur ce profil…"
      />
      <div className={styles.buttons}>
        <Button size="sm" disabled={!dirty || busy !== null} onClick={() => onChange(null)}>
          Annuler
        </Button>
        <Button
          size="sm"
          variant="primary"
          disabled={!dirty || (busy !== null && busy !== 'comment')}
          busy={busy === 'comment'}
          onClick={() => onSave(comment ?? '')}
        >
          Enregistrer
        </Button>
      </div>
    </Card>
  )
}

/** Saves a change of the notes, one at a time; `busy`: what is being saved. */
const useSaveNotes = (accountId: string) => {
  const [busy, setBusy] = useState<string | null>(null)
  const save = async (
    what: string,
    withChange: (saved: SavedFeelings) => SavedFeelings,
    done: () => void,
  ): Promise<void> => {
    const params = { id: accountId }
    setBusy(what)
    try {
      // a save replaces all notes: those that the other of a couple has written since are kept
      const body = withChange(await call(getFeelings, { params }))
      await mutate(memberKey('feelings', accountId), await call(saveFeelings, { params, body }), {
        revalidate: false,
      })
      done()
      toast('Notes enregistrées', { kind: 'success' })
      void mutate(memberKey('profile', accountId))
    } catch (thrown) {
      toast(refusalMessageOf(thrown) ?? FAILED, { kind: 'error', durationMs: 6000 })
    } finally {
      setBusy(null)
    }
  }
  return { busy, save }
}

const Notes = ({ accountId, saved }: { accountId: string; saved: SavedNotes }) => {
  const identities = useSnapshot(session).account?.identities ?? []
  const { drafts, setFeeling, forgetFeeling, setComment, savedFeeling, savedComment } =
    useNoteDrafts(accountId)
  const { busy, save } = useSaveNotes(accountId)
  const couple = identities.length > 1
  const draftOf = (id: string): Feeling => drafts.feelings[id] ?? feelingOf(saved, id)
  const saveFeeling = (id: string, sent: Feeling): Promise<void> =>
    save(
      id,
      (now) => withFeeling(now, id, sent),
      () => savedFeeling(id, sent),
    )
  return (
    <div className={styles.stack}>
      <Banner tone="info" icon={<IconLock size={18} />}>
        Les informations de cette page sont confidentielles et accessibles seulement pour vous.
      </Banner>
      <GlobalFeeling
        value={globalFeeling(identities.map((i) => draftOf(i.id).feeling))}
        couple={couple}
      />
      <section className={styles.stack} aria-label="Ressenti">
        <h3 className={styles.heading}>
          {couple ? 'Ressenti de chacun\u00a0:' : 'Ressenti\u00a0:'}
        </h3>
        {identities.map((i) => (
          <NoteCard
            key={i.id}
            name={i.firstname ?? i.identity_handle}
            saved={feelingOf(saved, i.id)}
            draft={draftOf(i.id)}
            busy={busy === i.id}
            disabled={busy !== null && busy !== i.id}
            onChange={(feeling) => setFeeling(i.id, feeling)}
            onCancel={() => forgetFeeling(i.id)}
            onSave={() => void saveFeeling(i.id, draftOf(i.id))}
          />
        ))}
      </section>
      <CommentCard
        saved={saved}
        comment={drafts.comment}
        busy={busy}
        onChange={setComment}
        onSave={(comment) =>
          void save(
            'comment',
            (now) => withComment(now, comment),
            () => savedComment(comment),
          )
        }
      />
    </div>
  )
}

/**
 * Private notes on a member: a feeling and a comment per own identity, and a global comment.
 * Visible to their authors only.
 */
export const NotesScreen = ({ accountId }: { accountId: string }) => {
  const { account } = useSnapshot(session)
  const { data: saved, error, mutate: reload } = useFeelings(accountId)
  if (saved && account) return <Notes accountId={accountId} saved={saved} />
  return error ? (
    <ErrorState
      text="Impossible de charger vos notes. Vérifiez votre connexion."
      onRetry={() => void reload()}
    />
  ) : (
    <p className={styles.waiting} role="status">
      <Spinner size={20} /> Chargement de vos notes…
    </p>
  )
}
