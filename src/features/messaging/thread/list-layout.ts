import { ListWindow, type KeyedRow } from './list-window'

/** Smaller differences are rounding, in px. */
const ROUNDING_PX = 0.1

/**
 * The DOM side of an AnchoredList: reads its viewport, measures its rows, and writes its height, the
 * positions of its boxes and scroll corrections.
 */
export class ListLayout<Row extends KeyedRow> {
  readonly window = new ListWindow<Row>()
  #list: HTMLElement | null = null
  #scrollCorrection = 0

  readonly attach = (list: HTMLElement | null): void => {
    this.#list = list
  }
  get scroller(): HTMLElement | null {
    return this.#list?.parentElement ?? null
  }
  get boxElements(): Iterable<Element> {
    return this.#list?.children ?? []
  }

  setRows(rows: readonly Row[]): void {
    if (this.window.rows === rows) return
    const fresh = this.window.rows.length === 0
    this.#scrollCorrection += this.window.setRows(rows)
    // overscan is added after the first paint
    if (fresh) this.window.computeRange(0, innerHeight, 0)
  }

  /** From the end of the list to the lower and the upper edge of the viewport, in px. */
  viewport(): readonly [low: number, high: number] {
    const { scroller } = this
    if (!scroller) return [0, innerHeight]
    const low = this.window.height - (scroller.scrollTop + scroller.clientHeight)
    return [low, low + scroller.clientHeight]
  }
  /** Inside a hidden tab panel: keeps what is rendered until it is visible. */
  isHidden(): boolean {
    return this.#list?.offsetParent === null || this.scroller?.clientHeight === 0
  }

  write(): void {
    const list = this.#list
    if (!list) return
    const height = `${this.window.height}px`
    if (list.style.height !== height) list.style.height = height
    this.window.boxes.forEach(({ to }, i) => {
      const bottom = `${this.window.distance(to - 1)}px`
      const box = list.children[i]
      if (box instanceof HTMLElement && box.style.bottom !== bottom) box.style.bottom = bottom
    })
    if (this.#scrollCorrection !== 0 && this.scroller)
      this.scroller.scrollTop += this.#scrollCorrection
    this.#scrollCorrection = 0
  }

  /** Measures new rows, or with `all` every rendered row. */
  measure(all: boolean): void {
    if (!this.#list || this.isHidden()) return
    const { window } = this
    const [, high] = this.viewport()
    window.measure((index) => this.#heightOf(index), all, high)
    // at the top, the list must neither end early nor scroll past its first row
    const top = this.scroller?.scrollTop ?? 0
    if (
      Math.abs(window.slack) > ROUNDING_PX &&
      (window.from === 0 || (window.slack < 0 && top + this.#scrollCorrection < -window.slack))
    )
      this.#scrollCorrection += window.removeSlack()
  }
  #heightOf(index: number): number {
    const at = this.window.boxes.findIndex(({ from, to }) => from <= index && index < to)
    const row = this.#list?.children[at]?.children[index - (this.window.boxes[at]?.from ?? 0)]
    return row?.getBoundingClientRect().height ?? 0
  }
}
