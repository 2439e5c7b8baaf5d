import type { Page } from 'playwright'

/** WCAG 2.5.8, in CSS px. */
const LEAST_PX = 24
/** What the one action of a screen measures under a finger. */
const PRIMARY_PX = 44

/**
 * The targets of the page that are too small, one line each: under 24 px in a direction, or a
 * primary button under 44 px high with `touch`. A link within a sentence is as high as its line and
 * is left out (WCAG 2.5.8), as is what nothing can point at.
 */
export const smallTargets = (page: Page, touch: boolean): Promise<string[]> =>
  page.evaluate(
    ({ least, primary, touch }) => {
      const targets = document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [role="tab"], [role="option"], [role="slider"], [role="switch"], [tabindex="0"][role="button"]',
      )
      const found: string[] = []
      for (const target of targets) {
        if (target.matches(':disabled, [inert] *, [aria-hidden="true"] *')) continue
        // a label is part of the target of its control; a link may be stretched over its card
        const stretched = getComputedStyle(target, '::after').position === 'absolute'
        const boxes = [
          target,
          ...((target as HTMLInputElement).labels ?? []),
          ...(stretched && target.offsetParent ? [target.offsetParent] : []),
        ]
          .filter((e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
          .map((e) => e.getBoundingClientRect())
          .filter((box) => box.width > 1 && box.height > 1)
        if (boxes.length === 0) continue
        const inSentence =
          target.matches('a') &&
          !stretched &&
          getComputedStyle(target).display === 'inline' &&
          [...(target.parentElement?.childNodes ?? [])].some(
            (n) => n.nodeType === Node.TEXT_NODE && n.textContent?.trim(),
          )
        if (inSentence) continue
        const width = Math.max(...boxes.map((b) => b.width))
        const height = Math.max(...boxes.map((b) => b.height))
        const wanted = touch && /_(?:primary|accent)_/.test(target.className) ? primary : least
        if (width >= least - 0.5 && height >= wanted - 0.5) continue
        const name = target.getAttribute('aria-label') ?? target.textContent ?? ''
        found.push(
          `${target.tagName.toLowerCase()} «${name.trim().slice(0, 40)}» ${Math.round(width)}×${Math.round(height)}`,
        )
      }
      return [...new Set(found)]
    },
    { least: LEAST_PX, primary: PRIMARY_PX, touch },
  )
