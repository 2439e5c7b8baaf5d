import { useState } from 'react'
import { PROFILE_COMMENT_MAX } from '#contract/limits'
import { IconComment } from '../../../ui/icons/chat'
import { Button } from '../../../ui/forms/button'
import { Slider } from '../../../ui/forms/slider'
import { CommentDialog } from '../view/comment-dialog'
import type { RatingsProps } from '../view/ratings'
import styles from '../profile.module.css'

interface Props<K extends string> extends RatingsProps<K> {
  readonly onValue: (key: K, value: number | null) => void
  readonly onComment: (key: K, text: string) => void
}

/** Sliders to set; each has a comment, written in a dialog. */
export const RatingsEdit = <K extends string>({
  labels,
  keys,
  values,
  comments,
  words,
  onValue,
  onComment,
}: Props<K>) => {
  const [writing, setWriting] = useState<K | null>(null)
  return (
    <ul className={styles.ratings}>
      {keys.map((k) => (
        <li key={k} className={styles.rate}>
          <Slider
            label={labels[k]}
            value={values[k] ?? null}
            words={words}
            comment={comments[k]}
            onChange={(v) => onValue(k, v)}
          />
          <Button
            variant="ghost"
            size="sm"
            icon={<IconComment size={16} />}
            aria-label={`${comments[k] ? 'Modifier le commentaire' : 'Commenter'}\u00a0: ${labels[k]}`}
            onClick={() => setWriting(k)}
          >
            {comments[k] ? 'Modifier' : 'Commenter'}
          </Button>
        </li>
      ))}
      {writing === null ? null : (
        <CommentDialog
          title={labels[writing]}
          value={comments[writing] ?? ''}
          maxLength={PROFILE_COMMENT_MAX}
          onSave={(t) => onComment(writing, t)}
          onClose={() => setWriting(null)}
        />
      )}
    </ul>
  )
}
