import { useState } from 'react'
import { NOTE_MAX } from '#contract/limits'
import { cx } from '../../../lib/cx'
import { Button } from '../../../ui/forms/button'
import { Card } from '../../../ui/layout/card'
import { Slider } from '../../../ui/forms/slider'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden'
import { CommentDialog } from '../view/comment-dialog'
import { isFeelingDirty, type Feeling } from './notes-model'
import styles from './private.module.css'
import { NBSP, withDe } from '../../../lib/text'

interface Props {
  readonly name: string
  readonly saved: Feeling
  readonly draft: Feeling
  readonly busy: boolean
  /** Other notes are being saved. */
  readonly disabled: boolean
  readonly onChange: (draft: Feeling) => void
  readonly onSave: () => void
  readonly onCancel: () => void
}

/** What one own identity thinks: a slider, and a comment that is written in a dialog. */
export const NoteCard = ({
  name,
  saved,
  draft,
  busy,
  disabled,
  onChange,
  onSave,
  onCancel,
}: Props) => {
  const [writing, setWriting] = useState(false)
  const dirty = isFeelingDirty(saved, draft)
  return (
    // a list of people, each with its own buttons
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="group" aria-label={`Ressenti ${withDe(name)}`}>
      <Card>
        <Slider
          label={name}
          value={draft.feeling}
          onChange={(feeling) => onChange({ ...draft, feeling })}
        />
        <button
          type="button"
          className={cx(styles.comment, !draft.comment && styles.none)}
          onClick={() => setWriting(true)}
        >
          <VisuallyHidden>{`Commentaire ${withDe(name)}${NBSP}: `}</VisuallyHidden>
          {draft.comment || 'Ajoutez un commentaire…'}
        </button>
        <div className={styles.buttons}>
          <Button size="sm" disabled={!dirty || busy} onClick={onCancel}>
            Annuler
          </Button>
          <Button
            size="sm"
            variant="primary"
            disabled={!dirty || disabled}
            busy={busy}
            onClick={onSave}
          >
            Enregistrer
          </Button>
        </div>
      </Card>
      {writing ? (
        <CommentDialog
          title={`Commentaire ${withDe(name)}`}
          value={draft.comment ?? ''}
          maxLength={NOTE_MAX}
          onSave={(text) => onChange({ ...draft, comment: text || null })}
          onClose={() => setWriting(false)}
        />
      ) : null}
    </div>
  )
}
