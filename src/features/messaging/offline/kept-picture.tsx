import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { badges } from '../../../data/state/badges'
import { AWAY_WORDS } from '../../../data/hub/from-device'
import { session } from '../../../data/session/session'
import { storage } from '../../../data/device/storage'
import { dayShort, dayTitle, timeShort } from '../../../lib/dates'
import { Banner } from '../../../ui/feedback/banner'
import rowStyles from '../../../ui/layout/list-row.module.css'
import { NothingChosen } from '../list/nothing-chosen'
import { sameGroup } from '../thread/rows'
import { messaging, thread } from '../state/store'

/** Words that are others tomorrow: what is said today, tomorrow, and so on. */
interface Daily {
  readonly daily: readonly string[]
}
/** An element in words: its name, its attributes and what is in it. */
type Drawn =
  | string
  | Daily
  | readonly [name: string, attributes: Readonly<Record<string, string>>, ...inner: Drawn[]]
/**
 * How a screen of the conversations will stand at a start without network, for the moment before the app has drawn it
 * (public/theme.js does): no picture, no first name, nothing that leads anywhere. Good for the same path, in the same name, as
 * wide, with letters as large, by the same version, and for as many days as it knows the words of.
 */
export interface Picture {
  readonly path: string
  readonly as: string
  readonly version: string
  readonly wide: boolean
  readonly letters: number
  /** When each of the coming days begins in Paris, ms since epoch. */
  readonly days: readonly number[]
  /** What it is made of, as JSON: it is unpacked where it is shown only. */
  readonly tree: string
}

/** From here on list and conversation stand side by side, as src/ui/layout/use-media-query.ts. */
const WIDE = '(width >= 768px)'
const DAY_MS = 86_400_000
const DAYS = 8
/** Attributes that style sheets look at, and the shapes of icons; public/theme.js knows them too. */
const KEPT =
  /^(?:class|style|dir|type|rows|placeholder|disabled|aria-(?:current|disabled|pressed|selected)|data-(?:away|tone|gone|hidden|act|thread|s|b|a|bf|af|dash|glow)|viewBox|d|[cr]?[xy]|[xy][12]|r|width|height|points|transform|fill(?:-rule)?|stroke(?:-[a-z]+)?|opacity)$/
/** Anything that could be fetched, or leads somewhere. */
const ADDRESS = /url\(|:\/\/|(?:data|blob):/i
/** Pictures, what is only read aloud, and what says how it is at this moment. */
const LEFT_OUT =
  'img, video, canvas, iframe, script, style, link, [hidden], [popover], [role="status"], [role="alert"], .visually-hidden, [data-live]'
/** A start shows none of it: what lies over the screen, what is being searched, answered or attached, the other tab of a conversation. */
const PASSING =
  'dialog[open], [role="dialog"], [role="menu"], [data-passing], [data-conversation] [role="tabpanel"][hidden]'

type Say = (text: string) => string
const asIs: Say = (text) => text
/** First names that this page may show give way to what everybody may read. */
const withoutNames = (): Say => {
  const identities = [
    ...Object.values(messaging.conversations).flatMap((c) =>
      c.participants.flatMap((p) => p.account.identities),
    ),
    ...(session.account?.identities ?? []),
  ]
  const names = new Map(
    identities.flatMap((i) => (i.firstname ? [[i.firstname, i.identity_handle] as const] : [])),
  )
  if (names.size === 0) return asIs
  const any = [...names.keys()]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')
  const found = new RegExp(`(?<!\\p{L})(?:${any})(?!\\p{L})`, 'gu')
  return (text) => text.replace(found, (name) => names.get(name) ?? '')
}

interface View {
  /** The conversations of the list as it will be. */
  readonly ids: readonly string[]
  readonly archived: number
  readonly unread: number
  /** The conversation that is open; null: the list alone. */
  readonly open: string | null
  readonly wide: boolean
  readonly away: Drawn
  readonly say: Say
}
/** Something that the picture needs is not on the page now. */
class Missing extends Error {}

const attributesOf = (element: Element, { say }: Pick<View, 'say'>): Record<string, string> =>
  Object.fromEntries(
    [...element.attributes]
      .filter(({ name, value }) => KEPT.test(name) && !ADDRESS.test(value))
      .map(({ name, value }) => [name, name === 'placeholder' ? say(value) : value]),
  )

const inDays = (words: (now: number) => string): Daily => ({
  daily: Array.from({ length: DAYS }, (_, n) => words(Date.now() + n * DAY_MS)),
})
/** The date of a row, or the title of a day in a conversation. */
const daily = (element: Element): Drawn => {
  const text = element.textContent ?? ''
  if (element instanceof HTMLTimeElement) return inDays((now) => dayShort(element.dateTime, now))
  const at = [Date.now(), Date.now() - DAY_MS].find((t) => dayTitle(t) === text)
  return at === undefined ? text : inDays((now) => dayTitle(at, now))
}

const rowOf = (list: Element, id: string, view: View): Drawn => {
  const row = list.querySelector(`a[href="/conversations/${id}"]`)?.parentElement?.cloneNode(true)
  if (!(row instanceof Element)) throw new Missing()
  const active = view.wide && id === view.open
  row.firstElementChild?.classList.toggle(rowStyles.active ?? '', active)
  if (!active) row.firstElementChild?.removeAttribute('aria-current')
  return ['li', {}, ...describeAll([row], view)]
}
/** «Nouveaux messages» parts two messages that a start shows as one group. */
const isParted = (id: string | null): boolean => {
  const { messages, dividerId } = thread(id ?? '')
  const at = messages.findIndex((m) => m.id === dividerId)
  const [before, after] = [messages[at - 1], messages[at]]
  return before !== undefined && after !== undefined && sameGroup(before, after)
}
/** The last rows of a conversation, as many as any window of this screen shows, in one box that stands at its end. */
const endOf = (scroller: Element, view: View): Drawn[] => {
  const [spacer, list] = scroller.children
  const box = list?.lastElementChild
  const end = box?.getBoundingClientRect().bottom ?? 0
  if (
    !spacer ||
    !list ||
    !box ||
    scroller.clientHeight === 0 ||
    isParted(view.open) ||
    Math.abs(end - list.getBoundingClientRect().bottom) > 1
  )
    throw new Missing()
  const rows = [...list.children]
    .flatMap((b) => [...b.children])
    .filter((row) => end - row.getBoundingClientRect().bottom < screen.height)
  return [
    ...describeAll([spacer], view),
    [
      'div',
      attributesOf(list, view),
      ['div', { class: box.className, style: 'bottom: 0px' }, ...describeAll(rows, view)],
    ],
  ]
}

function describe(node: Node, view: View): Drawn | null {
  if (node.nodeType === Node.TEXT_NODE) return view.say(node.textContent ?? '')
  if (!(node instanceof Element) || node.matches(LEFT_OUT)) return null
  const name = node.localName
  // what stands there without network, in place of what stands there now
  const kept = node.getAttribute('data-kept')
  if (kept !== null) return kept ? [name, {}, kept] : null
  if (node.matches(view.open ? '[data-beneath]' : '[data-overlay]')) return null
  if (!view.open && node.matches('[data-conversation]')) return still(<NothingChosen />, view)
  if (
    node.matches('[data-badge]') &&
    !(node.matches('[data-badge="messages"]') && badges.messages === view.unread)
  )
    return null
  if (node.matches('[data-archived]') && view.archived === 0) return null
  const inner = (): Drawn[] => {
    if (name === 'textarea') return []
    if (node.matches('[data-archived]')) return [`Archivées (${view.archived})`]
    if (node.matches('[data-daily]')) return [daily(node)]
    if (node.matches('[data-rows]')) return view.ids.map((id) => rowOf(node, id, view))
    if (node.matches('[data-thread]')) return endOf(node, view)
    // what members wrote is kept as they wrote it
    const all = describeAll(
      node.childNodes,
      node.matches('[data-words]') ? { ...view, say: asIs } : view,
    )
    return node.lastElementChild?.localName === 'main' ? [view.away, ...all] : all
  }
  return [name, attributesOf(node, view), ...inner()]
}
const describeAll = (nodes: Iterable<Node>, view: View): Drawn[] =>
  [...nodes].map((node) => describe(node, view)).filter((drawn) => drawn !== null)
/** What is not on the page, as it would be drawn there. */
const still = (element: ReactNode, view: View): Drawn => {
  const box = document.createElement('div')
  const root = createRoot(box)
  flushSync(() => root.render(element))
  for (const node of box.querySelectorAll('[role]')) node.removeAttribute('role')
  const [drawn = ''] = describeAll(box.childNodes, view)
  root.unmount()
  return drawn
}

/** In whose name the screen is: what is unread depends on it. Empty: nobody was chosen yet. */
const actingAs = (): string =>
  storage.get('identity_mode') === 'both' ? 'both' : (storage.get('active_identity_id') ?? '')
const comingDays = (): number[] => {
  const [hours = 0, minutes = 0] = timeShort(Date.now()).split(':').map(Number)
  const began = Date.now() - (hours * 60 + minutes) * 60_000
  return Array.from({ length: DAYS }, (_, n) => began + (n + 1) * DAY_MS)
}

/**
 * How the list, and the conversation that is open, will stand; none where this page does not show them, or while something lies
 * over it. `ids`: the conversations that are kept.
 */
export const takePictures = (ids: readonly string[]): Picture[] => {
  const shell = document.getElementById('root')?.firstElementChild
  const at = /^\/conversations(?:\/([^/]+))?$/.exec(location.pathname)
  const open = at?.[1] ?? null
  const version = document.querySelector<HTMLMetaElement>('meta[name="pieces"]')?.dataset['version']
  const as = actingAs()
  const busy =
    document.documentElement.dataset['covered'] !== undefined ||
    document.querySelector(PASSING) !== null ||
    [...document.querySelectorAll('input, textarea')].some(
      (field) => 'value' in field && field.value !== '',
    )
  if (!shell || !at || !version || !as || busy) return []
  const wide = matchMedia(WIDE).matches
  const of = (id: string): (typeof messaging.conversations)[string] | undefined =>
    messaging.conversations[id]
  const base = {
    archived: ids.filter((id) => of(id)?.settings.archived).length,
    unread: ids.filter((id) => {
      const c = of(id)
      return c && c.unread_count > 0 && !c.settings.muted && !c.settings.archived
    }).length,
    wide,
    say: withoutNames(),
  }
  const listed: View = {
    ...base,
    ids: ids.filter((id) => !of(id)?.settings.archived),
    open: null,
    away: '',
  }
  const away = still(
    <div data-away="">
      <Banner tone="warn" action={{ label: 'Réessayer', onClick: () => undefined }}>
        {AWAY_WORDS}
      </Banner>
    </div>,
    listed,
  )
  const take = (path: string, view: View, needed: string): Picture[] => {
    try {
      if (listed.ids.length === 0 || !shell.querySelector(needed)) return []
      const tree = JSON.stringify(describe(shell, { ...view, away }))
      return [
        {
          path,
          as,
          version,
          wide,
          letters: storage.get('text_size') ?? 100,
          days: comingDays(),
          tree,
        },
      ]
    } catch (error) {
      if (error instanceof Missing) return []
      throw error
    }
  }
  return [
    ...take('/conversations', listed, '[data-rows]'),
    ...(open
      ? take(`/conversations/${open}`, { ...listed, open }, wide ? '[data-rows]' : '[data-thread]')
      : []),
  ]
}
