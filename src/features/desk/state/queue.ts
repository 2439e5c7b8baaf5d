import { proxy, ref } from 'valtio'
import { listCases, type CaseKind, type CaseLine, type CommentTag } from '#contract/staff/cases'
import type { Reply } from '#contract/route'
import { failureOf, type Failure } from '../../../data/http/api-error'
import { onDeskForgotten, staffCall } from './desk'

interface Filter {
  readonly state: 'open' | 'decided'
  readonly kind: CaseKind | null
  readonly mine: boolean
  readonly kept: boolean
  /** Of comments. */
  readonly tag: CommentTag | null
}
type Page = Reply<typeof listCases>
interface Queue {
  filter: Filter
  phase: 'loading' | 'ready' | 'failed'
  /** Why, once it has failed. */
  failure: Failure
  /** Replaced as a whole: ten thousand lines are no proxies. */
  lines: readonly CaseLine[]
  next: string | null
  /** Open cases, whatever the filter. */
  open: number
}
const FIRST: Filter = { state: 'open', kind: null, mine: false, kept: false, tag: null }
const empty = (filter: Filter): Queue => ({
  filter,
  phase: 'loading',
  failure: 'server',
  lines: ref([]),
  next: null,
  open: 0,
})
export const queue = proxy<Queue>(empty(FIRST))

/** Whether `a` comes after `b` in the order of the server. */
const isAfter = (a: CaseLine, b: CaseLine, state: Filter['state']): boolean => {
  if (state === 'decided') {
    const [x, y] = [a.closedAt ?? '', b.closedAt ?? '']
    return x < y || (x === y && a.id < b.id)
  }
  if (a.priority !== b.priority) return a.priority > b.priority
  return a.rankedAt > b.rankedAt || (a.rankedAt === b.rankedAt && a.id > b.id)
}

/** The lines with a new first page: what comes after it stays, with the cursor of its end. */
export const withFirstPage = (
  { lines, next, filter }: Pick<Queue, 'lines' | 'next' | 'filter'>,
  page: Page,
): Pick<Queue, 'lines' | 'next'> => {
  const last = page.cases.at(-1)
  if (!last || page.nextCursor === null) return { lines: page.cases, next: page.nextCursor }
  const rest = lines.filter((line) => isAfter(line, last, filter.state))
  return rest.length === 0
    ? { lines: page.cases, next: page.nextCursor }
    : { lines: [...page.cases, ...rest], next }
}

/** Only the reply to the newest question counts. */
let asked = 0
let loadingMore = false

const ask = (cursor?: string): Promise<Page> => {
  const { state, kind, mine, kept, tag } = queue.filter
  return staffCall(listCases, {
    query: {
      state,
      ...(kind ? { kind } : {}),
      ...(mine ? { mine: '1' as const } : {}),
      ...(kept ? { kept: '1' as const } : {}),
      ...(tag ? { tag } : {}),
      ...(cursor ? { cursor } : {}),
    },
  })
}

export const loadQueue = async (): Promise<void> => {
  const own = ++asked
  try {
    const page = await ask()
    if (own !== asked) return
    const { lines, next } = withFirstPage(queue, page)
    Object.assign(queue, { phase: 'ready', lines: ref(lines as CaseLine[]), next, open: page.open })
  } catch (error) {
    if (own === asked && queue.phase !== 'ready')
      Object.assign(queue, { phase: 'failed', failure: failureOf(error) })
  }
}

export const loadMore = async (): Promise<void> => {
  const { next, filter } = queue
  if (next === null || loadingMore) return
  loadingMore = true
  try {
    const page = await ask(next)
    if (queue.filter !== filter || queue.next !== next) return
    const known = new Set(queue.lines.map((line) => line.id))
    queue.lines = ref([...queue.lines, ...page.cases.filter((line) => !known.has(line.id))])
    queue.next = page.nextCursor
    queue.open = page.open
  } catch {
    // scrolling on asks again
  } finally {
    loadingMore = false
  }
}

export const setFilter = (patch: Partial<Filter>): void => {
  const filter = { ...queue.filter, ...patch }
  if (JSON.stringify(filter) === JSON.stringify(queue.filter)) return
  Object.assign(queue, { ...empty(filter), open: queue.open })
  void loadQueue()
}

/** Shows a line as an act returned it; a decided case leaves the open queue. */
export const showLine = (line: CaseLine): void => {
  const leaves = queue.filter.state === 'open' && line.state === 'decided'
  queue.lines = ref(
    leaves
      ? queue.lines.filter((one) => one.id !== line.id)
      : queue.lines.map((one) => (one.id === line.id ? line : one)),
  )
}

/** The next open case without another holder; from the start after the last one. */
export const nextCaseAfter = (id: string): string | null => {
  const { lines } = queue
  const at = lines.findIndex((line) => line.id === id)
  return (
    [...lines.slice(at + 1), ...lines.slice(0, Math.max(at, 0))].find(
      (line) => line.state === 'open' && (!line.claim || line.claim.mine),
    )?.id ?? null
  )
}

onDeskForgotten(() => {
  asked += 1
  Object.assign(queue, empty(FIRST))
})
