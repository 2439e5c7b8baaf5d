import { Virtualizer } from 'virtua'
import styles from './list.module.css'
import { ConversationRow } from './row'

/** Virtual rows for long lists; loaded on demand. */
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
/** Keep the open conversation mounted: it may have the focus. */
const keepActive = (ids: readonly string[], active: string | null): number[] => {
  const at = active ? ids.indexOf(active) : -1
  return at < 0 ? [] : [at]
}
