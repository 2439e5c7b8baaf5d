import { discretion, focusedBeforeCover, setCovered } from '../../data/device/discretion'
import { NEUTRAL_NAME } from '../../data/device/neutral'
import styles from './cover.module.css'

/**
 * Time for three Escapes, ms. One or two only close what is open; a click or another key in between
 * restarts the count.
 */
const THREE_MS = 800
const HOLD_MS = 650
const SLOP_PX = 12
/** How long the title must be held to uncover, ms: too long to happen by accident. */
const BACK_MS = 1_000

const LISTS = [
  [
    'Courses',
    ['Pain complet', 'Tomates, salade', 'Café moulu', 'Lessive', 'Piles AA', 'Yaourts nature'],
  ],
  [
    'À faire',
    [
      'Rappeler le garage',
      'Rendre les livres à la bibliothèque',
      'Arroser les plantes',
      'Photocopies',
    ],
  ],
] as const

const make = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  text = '',
  className?: string,
): HTMLElementTagNameMap[K] => {
  const node = document.createElement(tag)
  node.textContent = text
  if (className) node.className = className
  return node
}

/** Calls `act` when the button has been held by finger, mouse or key. */
const onHeld = (button: HTMLElement, act: () => void): void => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const start = (): void => {
    timer ??= setTimeout(act, BACK_MS)
  }
  const stop = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  button.addEventListener('pointerdown', start)
  for (const name of ['pointerup', 'pointerleave', 'pointercancel', 'keyup', 'blur'])
    button.addEventListener(name, stop)
  button.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === ' ') start()
  })
  button.addEventListener('contextmenu', (event) => event.preventDefault())
}

let page: HTMLDialogElement | null = null
const draw = (): HTMLDialogElement => {
  const dialog = make('dialog', '', styles.cover)
  dialog.dataset['cover'] = ''
  dialog.setAttribute('aria-label', NEUTRAL_NAME)
  const title = make('h1')
  const back = make('button', NEUTRAL_NAME)
  back.type = 'button'
  onHeld(back, () => setCovered(false))
  title.append(back)
  dialog.append(title)
  for (const [name, lines] of LISTS) {
    const list = make('ul')
    list.append(...lines.map((line) => make('li', line)))
    dialog.append(make('h2', name), list)
  }
  // a second Escape makes the browser close the dialog
  dialog.addEventListener('cancel', (event) => event.preventDefault())
  dialog.addEventListener('close', () => {
    if (discretion.covered) dialog.showModal()
  })
  return dialog
}

/** Shows the neutral page over everything, open dialogs included, or removes it. */
const show = (): void => {
  if (!discretion.covered) {
    page?.close()
    page?.remove()
    page = null
    const left = focusedBeforeCover()
    if (left instanceof HTMLElement) left.focus({ preventScroll: true })
    return
  }
  if (page?.isConnected) return
  // unsaved input stays in place; blurring closes the phone's keyboard
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  page = draw()
  document.body.append(page)
  page.showModal()
}

/** Covers the screen at once. */
const coverScreen = (): void => {
  setCovered(true)
  show()
}

/**
 * Covers on triple Escape, and on a long press on `data-hide`: the logo, and the bottom bar of a
 * phone.
 */
const listen = (): void => {
  let escapes: number[] = []
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') {
        escapes = []
        return
      }
      if (discretion.covered) return event.preventDefault()
      if (event.repeat) return
      escapes = [...escapes.filter((at) => event.timeStamp - at < THREE_MS), event.timeStamp]
      if (escapes.length < 3) return
      escapes = []
      event.preventDefault()
      coverScreen()
    },
    { capture: true },
  )

  let held: {
    readonly x: number
    readonly y: number
    readonly timer: ReturnType<typeof setTimeout>
  } | null = null
  const stop = (): void => {
    if (held) clearTimeout(held.timer)
    held = null
  }
  addEventListener('pointerdown', (event) => {
    escapes = []
    stop()
    if (
      !event.isPrimary ||
      event.button !== 0 ||
      !(event.target instanceof Element) ||
      !event.target.closest('[data-hide]')
    )
      return
    held = { x: event.clientX, y: event.clientY, timer: setTimeout(coverScreen, HOLD_MS) }
  })
  addEventListener('pointermove', (event) => {
    if (held && Math.hypot(event.clientX - held.x, event.clientY - held.y) > SLOP_PX) stop()
  })
  for (const name of ['pointerup', 'pointercancel', 'dragstart']) addEventListener(name, stop)
  addEventListener('contextmenu', (event) => {
    // Android's context menu of a held link
    if (held) event.preventDefault()
  })
}

let started = false
export const startCoverListeners = (): void => {
  if (started) return
  started = true
  listen()
  addEventListener('discretion', show)
  show()
}
