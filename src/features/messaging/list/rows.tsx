import { Suspense } from 'react'
import { lazyPart } from '../../../data/start/lazy-part'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import styles from './list.module.css'
import { ConversationRow } from './row'

const VirtualRows = lazyPart(() => import('./virtual-rows').then((m) => m.VirtualRows))

/** With fewer rows a virtual list costs more than it saves. */
export const VIRTUAL_FROM = 60

export const Rows = ({ ids, active }: { ids: readonly string[]; active: string | null }) =>
  ids.length < VIRTUAL_FROM ? (
    <ul className={styles.rows} data-rows="">
      {ids.map((id) => (
        <li key={id}>
          <ConversationRow id={id} active={id === active} />
        </li>
      ))}
    </ul>
  ) : (
    <Suspense fallback={<SkeletonRows count={8} />}>
      <VirtualRows ids={ids} active={active} />
    </Suspense>
  )
