/** A row as far as its place is concerned. */
export interface Placed { readonly key: string }

/** A common height of a row, in px: what has not been measured yet counts as this. */
const ROW_PX = 56
/** Sums of fractions are exact to much less than this, in px. */
const ROUNDING_PX = 0.1
/** Drawn beyond what is seen, in px each way. */
export const BUFFER_PX = 400

/**
 * Which rows of a thread are drawn, and where. Places are counted from the END, in px: what is above can then turn out higher
 * or lower than thought without moving anything that is read. `height` is what the scroller is told; between the first row and
 * its top there may be a surplus or a lack (`slack`), which is evened out at the top (`even`) and when rows come in above.
 */
export class RowSpan<Row extends Placed> {
  rows: readonly Row[] = []
  /** Drawn are the rows [from, to). */
  from = 0
  to = 0
  /** From the end of the list to the lower edge of what is drawn, in px. */
  below = 0
  height = 0
  /** From the end to the upper edge of what is drawn. */
  #top = 0
  /** Heights of all rows, measured or supposed. */
  #sum = 0
  #next: readonly [from: number, to: number] | null = null
  readonly #known = new Map<string, number>()

  heightOf(index: number): number {
    return this.#known.get(this.rows[index]?.key ?? '') ?? ROW_PX
  }
  #isKnown(index: number): boolean {
    return this.#known.has(this.rows[index]?.key ?? '')
  }
  /** How much higher the list is than its rows, in px. */
  get slack(): number {
    return this.height - this.#sum
  }
  /** From the end to the lower edge of a row, in px. */
  distance(index: number): number {
    let px = this.below
    for (let i = this.to; i <= index; i += 1) px -= this.heightOf(i)
    for (let i = this.to - 1; i > index; i -= 1) px += this.heightOf(i)
    return px
  }
  /** Where a row begins, in px from the top of the list. */
  offset(index: number): number {
    return this.height - this.distance(index) - this.heightOf(index)
  }

  /**
   * Takes the rows as they are now; what was drawn and is still there stays where it is seen.
   * @returns how far the scroller has to be moved for that, in px: what came in above it
   */
  take(rows: readonly Row[]): number {
    const before = this.rows
    if (rows === before) return 0
    this.#next = null
    const [from, to] = [this.from, this.to]
    // the lowest row drawn that is still there; mostly nothing was put above it or what was is the difference of the lengths
    let [old, now] = [to - 1, -1]
    for (; old >= from && now < 0; old -= 1) now = indexOf(rows, before[old]?.key ?? '', [old, old + rows.length - before.length])
    old += 1
    if (now < 0) return this.#anew(rows)
    const [y, head] = [this.offset(old), this.#sum - this.distance(old) - this.heightOf(old)]
    this.rows = rows
    let tail = 0
    for (let i = rows.length - 1; i > now; i -= 1) tail += this.heightOf(i)
    const own = this.heightOf(now)
    const added = before[0]?.key === rows[0]?.key && now === old ? 0 : this.#above(now) - head
    this.#sum = head + added + own + tail
    this.height = y + added + own + tail
    const atEnd = to === before.length
    this.to = atEnd ? rows.length : now + 1
    this.below = atEnd ? 0 : tail
    this.from = Math.max(0, Math.min(now, now - (old - from)))
    this.#top = this.below
    for (let i = this.from; i < this.to; i += 1) this.#top += this.heightOf(i)
    return added === 0 ? 0 : added + this.even()
  }

  /** The list becomes as high as its rows. @returns how far the scroller has to be moved, so that nothing is seen of it, in px */
  even(): number {
    const { slack } = this
    this.height -= slack
    return -slack
  }

  /**
   * What stands between `low` and `high` (px from the end), and `beyond` px more each way, is to be drawn: `draw` does it.
   * @returns whether these are other rows than now; `bare`: a part of what is seen is not drawn yet
   */
  cover(low: number, high: number, beyond = BUFFER_PX): { changed: boolean; bare: boolean } {
    const least = Math.max(0, Math.min(low - beyond, this.#sum - 1))
    const most = Math.max(high, least + 1) + beyond
    let { from, to, below } = this
    let top = this.#top
    while (to < this.rows.length && below > least) below -= this.heightOf(to++)
    while (to > 0 && below + this.heightOf(to - 1) <= least) below += this.heightOf(--to)
    while (from > 0 && top < most) top += this.heightOf(--from)
    while (from < this.rows.length && top - this.heightOf(from) >= most) top -= this.heightOf(from++)
    this.#next = from === this.from && to === this.to ? null : [from, to]
    return { changed: this.#next !== null, bare: (low < this.below && this.to < this.rows.length) || (high > this.#top && this.from > 0) }
  }
  /** From now on the rows that `cover` found count as drawn. */
  draw(): void {
    if (!this.#next) return
    const [from, to] = this.#next
    this.#next = null
    this.below = to > 0 ? this.distance(to - 1) : this.#sum
    this.#top = this.below
    for (let i = from; i < to; i += 1) this.#top += this.heightOf(i)
    this.from = from
    this.to = to
  }

  /**
   * Takes the true heights of what is drawn. What was there stays where it is seen: rows that came above it move only what is
   * above them, rows that came below it only what is below. Where nothing was there, and for rows that are another height now,
   * what begins above `high` counts as above (px from the end to the upper edge of what is seen).
   * @param read the height of a drawn row in px
   * @param again also of the rows that were measured before
   */
  measure(read: (index: number) => number, again: boolean, high: number): void {
    let [first, last] = [this.from, this.to - 1]
    while (first < this.to && !this.#isKnown(first)) first += 1
    while (last >= first && !this.#isKnown(last)) last -= 1
    const some = first < this.to
    let edge = high
    // upwards, so that each distance is right when it is asked for
    for (let i = this.to - 1; i >= this.from; i -= 1) {
      const fresh = !this.#isKnown(i)
      if (!fresh && !again) continue
      const above = fresh && some ? i < last : this.distance(i) + this.heightOf(i) > edge - ROUNDING_PX
      const more = read(i) - this.heightOf(i)
      this.#known.set(this.rows[i]?.key ?? '', this.heightOf(i) + more)
      this.#sum += more
      this.#top += more
      if (above) continue
      this.height += more
      edge += more
    }
  }

  #above(index: number): number {
    let px = 0
    for (let i = 0; i < index; i += 1) px += this.heightOf(i)
    return px
  }
  #anew(rows: readonly Row[]): number {
    this.rows = rows
    this.from = this.to = rows.length
    this.below = this.#top = 0
    this.height = this.#sum = this.#above(rows.length)
    return 0
  }
}

/** Where a row with this key is, looked for at likely places first; −1: nowhere. */
const indexOf = (rows: readonly Placed[], key: string, likely: readonly number[]): number => likely.find((i) => rows[i]?.key === key) ?? rows.findIndex((row) => row.key === key)
