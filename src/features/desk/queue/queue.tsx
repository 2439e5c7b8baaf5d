import { Suspense, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { CaseKind, CaseLine, CommentTag } from '#contract/staff/cases'
import { lazyPart } from '../../../data/start/lazy-part'
import { LoadFailure } from '../../../parts/form/load-failure'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { LiveRegion } from '../../../ui/feedback/live-region'
import { SelectField } from '../../../ui/forms/select-field'
import { Chip } from '../../../ui/forms/chip'
import { cappedCount, plural } from '../../../lib/text'
import { KIND_LABELS, TAG_LABELS } from '../labels'
import { desk } from '../state/desk'
import { loadMore, loadQueue, queue, setFilter } from '../state/queue'
import { useDeskShortcuts } from '../use-desk-shortcuts'
import type { RowsHandle } from './desk-virtual-rows'
import { Row } from './row'
import styles from './queue.module.css'

const VirtualRows = lazyPart(() => import('./desk-virtual-rows').then((m) => m.VirtualRows))
/** Below this number of rows, a virtual list costs more than it saves. */
const VIRTUAL_FROM = 100
const REFRESH_MS = 15_000
/** Distance from the end at which the next page is loaded, px. */
const AHEAD_PX = 600

const TAGS = Object.entries(TAG_LABELS).map(([value, label]) => ({ value, label }))
const KINDS = Object.entries(KIND_LABELS).map(([value, label]) => ({ value, label }))

/** Loads the queue now, and again every 15 s while the page is visible. */
const useRefresh = (): void => {
  const isOpen = useSnapshot(desk).phase === 'open'
  useEffect(() => {
    if (!isOpen) return undefined
    void loadQueue()
    const look = (): void => {
      if (document.visibilityState === 'visible') void loadQueue()
    }
    const timer = setInterval(look, REFRESH_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [isOpen])
}

/** j, k and the arrows move the focus from row to row. */
const useMoving = (lines: readonly CaseLine[], active: string | null) => {
  const list = useRef<HTMLDivElement>(null)
  const rows = useRef<RowsHandle>(null)
  useDeskShortcuts(true, (key) => {
    const inside = list.current?.contains(document.activeElement) ?? false
    const arrows = inside || document.activeElement === document.body
    const step =
      (key === 'j' || (arrows && key === 'ArrowDown') ? 1 : 0) -
      (key === 'k' || (arrows && key === 'ArrowUp') ? 1 : 0)
    if (step === 0 || lines.length === 0) return false
    const from = inside ? (document.activeElement as HTMLElement).dataset['case'] : active
    const at = lines.findIndex((line) => line.id === from)
    const next = Math.min(lines.length - 1, Math.max(0, at + step))
    const focus = (): void =>
      list.current?.querySelector<HTMLElement>(`[data-case="${lines[next]?.id}"]`)?.focus()
    rows.current?.show(next)
    if (rows.current) requestAnimationFrame(() => requestAnimationFrame(focus))
    else focus()
    return true
  })
  return { list, rows }
}

/** Announces how many cases arrived since the last refresh. */
const useNews = (open: number, ready: boolean): string => {
  const before = useRef<number | null>(null)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (!ready) return
    const more = before.current === null ? 0 : open - before.current
    before.current = open
    if (more > 0) setSaid(plural(more, 'nouveau dossier', 'nouveaux dossiers'))
  }, [open, ready])
  return said
}

const Filters = ({ decided }: { decided: boolean }) => {
  const { filter } = useSnapshot(queue)
  const isOperator = useSnapshot(desk).me?.role === 'operator'
  return (
    <div className={styles.filters}>
      <SelectField
        label="Origine des dossiers"
        labelHidden
        placeholder="Toute origine"
        value={filter.kind ?? ''}
        options={KINDS}
        onChange={(kind) => setFilter({ kind: (kind || null) as CaseKind | null, tag: null })}
      />
      {filter.kind === 'comment' ? (
        <SelectField
          label="Commentaires rangés dans"
          labelHidden
          placeholder="Tous"
          value={filter.tag ?? ''}
          options={TAGS}
          onChange={(tag) => setFilter({ tag: (tag || null) as CommentTag | null })}
        />
      ) : null}
      {decided ? null : (
        <Chip selected={filter.mine} onClick={() => setFilter({ mine: !filter.mine })}>
          Les miens
        </Chip>
      )}
      {isOperator ? (
        <Chip selected={filter.kept} onClick={() => setFilter({ kept: !filter.kept })}>
          Gardés
        </Chip>
      ) : null}
    </div>
  )
}

const Rows = ({ lines, active }: { lines: readonly CaseLine[]; active: string | null }) => (
  <ul>
    {lines.map((line) => (
      <li key={line.id}>
        <Row line={line} active={line.id === active} />
      </li>
    ))}
  </ul>
)

const nothing = (decided: boolean, kept: boolean): { title: string; text?: string } => {
  if (kept)
    return {
      title: 'Rien n’est gardé',
      text: 'Les copies d’un dossier se gardent depuis «\u00a0Pour une autorité\u00a0».',
    }
  return decided
    ? { title: 'Rien de décidé pour l’instant' }
    : { title: 'Tout est fait', text: 'Aucun dossier n’attend. Merci de veiller sur chacun.' }
}

/** The list of cases beside, or before, the open one. */
export const Queue = ({ decided, active }: { decided: boolean; active: string | null }) => {
  const state = decided ? 'decided' : 'open'
  useEffect(() => setFilter({ state, ...(decided ? { mine: false } : {}) }), [state, decided])
  useRefresh()
  const { phase, failure, open, filter, ...rest } = useSnapshot(queue)
  const lines = rest.lines as readonly CaseLine[]
  const { list, rows } = useMoving(lines, active)
  const said = useNews(open, phase === 'ready' && filter.state === 'open')
  const title = decided ? 'Dossiers décidés' : 'Dossiers ouverts'
  return (
    <section className={styles.queue} aria-label={title}>
      <h1 className={styles.title}>
        {title} {decided ? null : <span className="figures">{cappedCount(open, 99)}</span>}
      </h1>
      <Filters decided={decided} />
      <LiveRegion text={said} />
      <div
        ref={list}
        className={styles.scroll}
        onScroll={({ currentTarget: c }) => {
          if (c.scrollHeight - c.scrollTop - c.clientHeight < AHEAD_PX) void loadMore()
        }}
      >
        {phase === 'loading' ? <SkeletonRows /> : null}
        {phase === 'failed' ? (
          <LoadFailure
            failure={failure}
            title="Dossiers introuvables"
            gone="Ces dossiers ne sont pas pour vous."
            onRetry={() => void loadQueue()}
          />
        ) : null}
        {phase === 'ready' && lines.length === 0 ? (
          <EmptyState level={3} {...nothing(decided, filter.kept)} />
        ) : null}
        {lines.length > VIRTUAL_FROM ? (
          // the same rows until then, so that the list keeps its place
          <Suspense fallback={<Rows lines={lines} active={active} />}>
            <VirtualRows lines={lines} active={active} handle={rows} />
          </Suspense>
        ) : (
          <Rows lines={lines} active={active} />
        )}
      </div>
    </section>
  )
}
