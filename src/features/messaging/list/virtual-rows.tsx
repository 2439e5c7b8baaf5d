import { Virtualizer } from 'virtua'
import styles from './list.module.css'
import { ConversationRow } from './row'

/** Only the rows that are seen: for long lists (fetched when there is one). */
export const VirtualRows = ({ ids, active }: { ids: readonly string[]; active: string | null }) => (
  <div className={styles.rows} data-rows="" role="list">
    <Virtualizer data={ids} itemSize={70} keepMounted={keepActive(ids, active)}>
      {(id) => (
        <div key={id} role="listitem">
          <ConversationRow id={id} active={id === active} />
        </div>
      )}
    </Virtualizer>
  </div>
)
/** The open one stays: the focus may be on it. */
const keepActive = (ids: readonly string[], active: string | null): number[] => {
  const at = active ? ids.indexOf(active) : -1
  return at < 0 ? [] : [at]
}
