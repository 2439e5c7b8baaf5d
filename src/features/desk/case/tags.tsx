import { COMMENT_TAGS, tagCase, type CaseLine, type CommentTag } from '#contract/staff/cases'
import { Chip } from '../../../ui/forms/chip'
import { TAG_LABELS } from '../labels'
import { staffCall } from '../state/desk'
import type { OpenCase } from './use-case'
import styles from './case.module.css'

/** What a comment is about: one press says it, a second one takes it back. */
export const Tags = ({ line, open }: { line: CaseLine; open: OpenCase }) => {
  const choose = async (tag: CommentTag): Promise<void> => {
    const answer = await open.attempt(() =>
      staffCall(tagCase, {
        params: { id: line.id },
        body: { tag: line.tag === tag ? null : tag },
      }),
    )
    if (answer) open.setLine(answer.line)
  }
  return (
    <div className={styles.buttons} role="group" aria-label="Ranger ce commentaire">
      {COMMENT_TAGS.map((tag) => (
        <Chip key={tag} selected={line.tag === tag} onClick={() => void choose(tag)}>
          {TAG_LABELS[tag]}
        </Chip>
      ))}
    </div>
  )
}
