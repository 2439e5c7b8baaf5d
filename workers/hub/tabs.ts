import { tabLock } from '#contract/workers/hub'
import type { HubMessage } from '#contract/workers/tabs'

/** The hub's end of the line to one tab. */
export interface TabSink {
  push(batch: readonly HubMessage[]): void
  /** The tab has died: frees its Comlink proxy and its port. */
  release(): void
}
interface Tab {
  sink: TabSink
  visible: boolean
  watched: string | null
  queue: HubMessage[]
}
export interface TabRegistry {
  /** Adds the tab, or replaces the sink of one that joins again. */
  add(tabId: string, sink: TabSink): void
  setVisible(tabId: string, visible: boolean): void
  watch(tabId: string, conversationId: string | null): void
  /** Conversations that at least one tab shows. */
  watched(): ReadonlySet<string>
  count(): number
  visibleCount(): number
  send(tabId: string, message: HubMessage): void
  broadcast(message: HubMessage): void
}

/** One frame: all messages within it reach a tab as one batch. */
const FLUSH_MS = 16

/**
 * The tabs that use the hub. A closed tab sends no event, but its Web Lock `tab:{id}` becomes free:
 * a granted request means that the tab has died (closed, reloaded, navigated away or crashed).
 * Nothing from a tab is ever awaited.
 */
export const createTabRegistry = (
  locks: Pick<LockManager, 'request'> | undefined,
  onGone: (tabId: string) => void,
): TabRegistry => {
  const tabs = new Map<string, Tab>()
  let scheduled = false

  const flush = (): void => {
    scheduled = false
    for (const tab of tabs.values()) {
      if (tab.queue.length === 0) continue
      const batch = tab.queue
      tab.queue = []
      tab.sink.push(batch)
    }
  }
  const enqueue = (tab: Tab | undefined, message: HubMessage): void => {
    if (!tab) return
    tab.queue.push(message)
    if (scheduled) return
    scheduled = true
    setTimeout(flush, FLUSH_MS)
  }
  const remove = (tabId: string): void => {
    const tab = tabs.get(tabId)
    if (!tab) return
    tabs.delete(tabId)
    tab.sink.release()
    onGone(tabId)
  }

  return {
    add: (tabId, sink) => {
      const known = tabs.get(tabId)
      known?.sink.release()
      tabs.set(tabId, { visible: false, watched: null, ...known, sink, queue: [] })
      if (!known) void locks?.request(tabLock(tabId), () => remove(tabId)).catch(() => undefined)
    },
    setVisible: (tabId, visible) => {
      const tab = tabs.get(tabId)
      if (tab) tab.visible = visible
    },
    watch: (tabId, conversationId) => {
      const tab = tabs.get(tabId)
      if (tab) tab.watched = conversationId
    },
    watched: () => new Set([...tabs.values()].flatMap((t) => t.watched ?? [])),
    count: () => tabs.size,
    visibleCount: () => [...tabs.values()].filter((t) => t.visible).length,
    send: (tabId, message) => enqueue(tabs.get(tabId), message),
    broadcast: (message) => {
      for (const tab of tabs.values()) enqueue(tab, message)
    },
  }
}
