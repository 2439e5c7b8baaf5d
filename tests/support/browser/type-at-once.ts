import type { Locator } from 'playwright'

/**
 * Types a text letter by letter within the page, and returns when the last one was typed, ms: keys
 * sent from a busy machine can be further apart than the pause that a search waits for.
 */
export const typeAtOnce = (field: Locator, text: string): Promise<number> =>
  field.evaluate((input, whole) => {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
    for (let length = 1; length <= whole.length; length += 1) {
      value?.set?.call(input, whole.slice(0, length))
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
    return Date.now()
  }, text)
