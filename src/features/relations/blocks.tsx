import { useRef } from 'react'
import { dateLong } from '../../lib/dates'
import { AccountAvatar } from '../../parts/member/avatar'
import { askUnblock } from '../../parts/member/member-acts'
import { ArtConversations } from '../../ui/art/conversations'
import { Button } from '../../ui/forms/button'
import { EmptyState } from '../../ui/feedback/empty-state'
import { ErrorState } from '../../ui/feedback/error-state'
import { ListRow } from '../../ui/layout/list-row'
import { useRowFocus } from '../../ui/overlay/use-row-focus'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows'
import { useBlocks } from './api'
import styles from './relations.module.css'

const RULE =
  'Un membre bloqué ne vous voit plus, et vous ne le voyez plus, sauf dans un groupe commun. Personne n’en est averti.'

/** Blocked members, with «unblock». */
export const Blocks = () => {
  const { data, error, mutate } = useBlocks()
  const place = useRef<HTMLDivElement>(null)
  useRowFocus(place)
  if (!data)
    return error ? (
      <ErrorState
        text="Impossible de charger la liste. Vérifiez votre connexion."
        onRetry={() => void mutate()}
      />
    ) : (
      <SkeletonRows count={3} />
    )
  if (data.length === 0)
    return (
      <div ref={place} tabIndex={-1}>
        <EmptyState art={<ArtConversations />} title="Vous ne bloquez personne" text={RULE} />
      </div>
    )
  return (
    <section ref={place} className={styles.section} aria-label="Membres bloqués">
      <p className="quiet">{RULE}</p>
      <ul className={styles.list}>
        {data.map((b) => (
          <li key={b.account_id} className={styles.row}>
            <div className={styles.main}>
              <ListRow
                leading={<AccountAvatar account={b} size={48} />}
                title={b.account_handle}
                subtitle={<span className={styles.since}>Depuis le {dateLong(b.since)}</span>}
              />
            </div>
            <Button
              size="sm"
              aria-label={`Débloquer ${b.account_handle}`}
              onClick={() => void askUnblock(b.account_id, b.account_handle)}
            >
              Débloquer
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
