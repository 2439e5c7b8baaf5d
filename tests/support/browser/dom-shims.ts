import { webcrypto } from 'node:crypto'
import { afterAll, vi } from 'vitest'
import { configure } from '@testing-library/react'

// what a screen fetches when it is needed takes its time on a busy machine
configure({ asyncUtilTimeout: 15_000 })

/** What jsdom lacks and the kit needs: modal dialogs and popovers, reduced to being open or not. */
if (
  typeof HTMLDialogElement !== 'undefined' &&
  typeof HTMLDialogElement.prototype.showModal !== 'function'
) {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
}
if (typeof HTMLElement !== 'undefined' && typeof HTMLElement.prototype.showPopover !== 'function') {
  HTMLElement.prototype.showPopover = function showPopover() {
    this.dataset['popoverOpen'] = ''
  }
  HTMLElement.prototype.hidePopover = function hidePopover() {
    delete this.dataset['popoverOpen']
  }
  // jsdom does not know the pseudo-class and would throw
  const { matches } = Element.prototype
  Object.defineProperty(Element.prototype, 'matches', {
    value(this: Element, selector: string): boolean {
      return selector === ':popover-open'
        ? this instanceof HTMLElement && 'popoverOpen' in this.dataset
        : matches.call(this, selector)
    },
  })
}
// jsdom lays nothing out
if (typeof HTMLElement !== 'undefined') HTMLElement.prototype.scrollIntoView ??= () => undefined
if (typeof globalThis.matchMedia !== 'function' && typeof window !== 'undefined') {
  const list = {
    matches: false,
    media: '',
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => true,
  }
  globalThis.matchMedia = (media) => ({ ...list, media })
}

if (!(globalThis.crypto as Partial<Crypto>).subtle)
  Object.defineProperty(globalThis.crypto, 'subtle', { value: webcrypto.subtle })

/** Sees nothing. */
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
if (typeof window !== 'undefined') {
  globalThis.ResizeObserver ??= NoObserver as unknown as typeof ResizeObserver
  globalThis.IntersectionObserver ??= NoObserver as unknown as typeof IntersectionObserver
}

// pending imports end before the next file begins; a closed surface settles its history entry in the
// next task
afterAll(async () => {
  await vi.dynamicImportSettled()
  await new Promise((resolve) => setTimeout(resolve))
})
