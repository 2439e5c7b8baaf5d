import type { Locator, Page } from 'playwright'

/**
 * Texts of the page that are cut or stand outside the window, and whether it scrolls sideways.
 * Left out: excerpts of messages and quotes, which are read in full where they lead, what a list
 * scrolls sideways, and the names on the map, which its list says.
 */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth + 1) found.push(`${scrollWidth} px wide`)
    const excerpt =
      'a[href^="/conversations/"] [class*="subtitle"], blockquote *, [data-no-swipe] *, .leaflet-container *'
    for (const at of document.querySelectorAll<HTMLElement>('body *')) {
      const own = [...at.childNodes].some(
        (n) => n.nodeType === Node.TEXT_NODE && n.nodeValue?.trim(),
      )
      if (!own || at.matches(`.visually-hidden, [aria-hidden="true"] *, ${excerpt}`)) continue
      if (!at.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const style = getComputedStyle(at)
      const box = at.getBoundingClientRect()
      const isCut =
        (style.overflowX !== 'visible' && at.scrollWidth > at.clientWidth + 1) ||
        (/hidden|clip/.test(style.overflowY) && at.scrollHeight > at.clientHeight + 2)
      const isOutside = box.width > 1 && (box.left < -1 || box.right > innerWidth + 1)
      if (isCut || isOutside)
        found.push(
          `${isCut ? 'cut' : 'outside'}: ${at.tagName.toLowerCase()}.${at.className} «${at.textContent?.trim().slice(0, 60)}»`,
        )
    }
    return [...new Set(found)]
  })

/** Words that are broken over two lines, without a hyphen. */
export const brokenWords = (root: Locator): Promise<string[]> =>
  root.evaluate((top) => {
    const found: string[] = []
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.checkVisibility() || node.parentElement.closest('.visually-hidden'))
        continue
      for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[\p{L}\d]+/gu)) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (new Set([...range.getClientRects()].map((box) => box.top)).size > 1) found.push(word)
      }
    }
    return found
  })
