import type { HubMessage } from '#contract/workers/tabs'
import { tabLock } from '#contract/workers/hub'

type Sink = (batch: readonly HubMessage[]) => void
interface Tab {
  sink: Sink
  visible: boolean
  watched: string | null
  queue: HubMessage[]
}
export interface Tabs {
  /** Adds the tab, or replaces the sink of one that joins again. */
  add(tabId: string, sink: Sink): void
  has(tabId: string): boolean
  setVisible(tabId: string, visible: boolean): void
  watch(tabId: string, conversationId: string | null): void
  /** Conversations that at least one tab shows. */
  watched(): ReadonlySet<string>
  count(): number
  visibleCount(): number
  send(tabId: string, message: HubMessage): void
  broadcast(message: HubMessage): void
}

/** One frame: what happens within it reaches a tab as one batch. */
const FLUSH_MS = 16

/**
 * The tabs that use the hub. A closed tab sends no event, but its Web Lock `tab:{id}` becomes free: getting that lock means
 * that it is gone (closed, reloaded, navigated away or crashed). Nothing is ever awaited from a tab.
 */
export const createTabs = (
  locks: Pick<LockManager, 'request'>,
  onGone: (tabId: string, wasVisible: boolean) => void,
): Tabs => {
  const tabs = new Map<string, Tab>()
  let scheduled = false

  const flush = (): void => {
    scheduled = false
    for (const tab of tabs.values()) {
      if (tab.queue.length === 0) continue
      const batch = tab.queue
      tab.queue = []
      tab.sink(batch)
    }
  }
  const push = (tab: Tab | undefined, message: HubMessage): void => {
    if (!tab) return
    tab.queue.push(message)
    if (scheduled) return
    scheduled = true
    setTimeout(flush, FLUSH_MS)
  }
  const gone = (tabId: string): void => {
    const tab = tabs.get(tabId)
    if (tabs.delete(tabId)) onGone(tabId, tab?.visible === true)
  }

  return {
    add: (tabId, sink) => {
      const known = tabs.get(tabId)
      tabs.set(tabId, {
        sink,
        visible: known?.visible ?? false,
        watched: known?.watched ?? null,
        queue: [],
      })
      if (!known) void locks.request(tabLock(tabId), () => gone(tabId)).catch(() => undefined)
    },
    has: (tabId) => tabs.has(tabId),
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
    send: (tabId, message) => push(tabs.get(tabId), message),
    broadcast: (message) => {
      for (const tab of tabs.values()) push(tab, message)
    },
  }
}
