/** A row as far as its place is concerned. */
export interface Placed {
  readonly key: string
}

/** A common height of a row, in px: what has not been measured yet counts as this. */
export const ROW_PX = 56
/** Sums of fractions are exact to much less than this, in px. */
const ROUNDING_PX = 0.1
/** Drawn beyond what is seen, in px each way: a wheel and a finger move the list while the page is still at work. */
export const BUFFER_PX = 800
/** So much of it comes at once, in px each way; the rest of it a row at a time, or as fast as the list moves. */
export const NEAR_PX = 160
/**
 * Rows that lie in one box. A row that comes changes the place of each row in its box (the browser then looks at all of them
 * again before it paints); a box costs something of its own.
 */
export const BOX_ROWS = 8

/** Rows [from, to) in one box; `id` stays while one of them does. */
export interface RowBox {
  readonly id: number
  readonly from: number
  readonly to: number
}

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
  /** What is drawn, from the top. */
  boxes: readonly RowBox[] = []
  /** The box of each row that is drawn. */
  #boxOf: ReadonlyMap<string, number> = new Map()
  #lastBox = 0

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
    for (; old >= from && now < 0; old -= 1)
      now = indexOf(rows, before[old]?.key ?? '', [old, old + rows.length - before.length])
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
    this.#top = this.below + this.#between(this.from, this.to)
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
   * Of what is not near yet `free` rows come with each call: a frame that draws many is a long one.
   * @returns whether these are other rows than now; `bare`: a part of what is seen is not drawn yet; `more`: others are to come
   */
  cover(
    low: number,
    high: number,
    beyond = BUFFER_PX,
    free = 1,
  ): { changed: boolean; bare: boolean; more: boolean } {
    const near = Math.min(beyond, NEAR_PX)
    const least = Math.max(0, Math.min(low - beyond, this.#sum - 1))
    const most = Math.max(high, least + 1) + beyond
    let { from, to, below } = this
    let top = this.#top
    let left = free
    const lower = (): boolean => to < this.rows.length && below > least
    const upper = (): boolean => from > 0 && top < most
    while (lower() && (below > low - near || left-- > 0)) below -= this.heightOf(to++)
    while (upper() && (top < high + near || left-- > 0)) top += this.heightOf(--from)
    const more = lower() || upper()
    // box by box: what goes then moves nothing that stays; rows that were only passed over were in none
    for (let first = to - 1; to > from; first = to - 1) {
      first = this.boxes.find((box) => box.to === to)?.from ?? first
      if (first < from || below + this.#between(first, to) > least) break
      below += this.#between(first, to)
      to = first
    }
    for (let end = from + 1; from < to; end = from + 1) {
      end = this.boxes.find((box) => box.from === from)?.to ?? end
      if (end > to || top - this.#between(from, end) < most) break
      top -= this.#between(from, end)
      from = end
    }
    this.#next = from === this.from && to === this.to ? null : [from, to]
    return {
      changed: this.#next !== null,
      bare: (low < this.below && this.to < this.rows.length) || (high > this.#top && this.from > 0),
      more,
    }
  }
  /** From now on the rows that `cover` found count as drawn, and so does the row `kept` (−1: none), wherever it is. */
  draw(kept = -1): void {
    if (this.#next) {
      const [from, to] = this.#next
      this.#next = null
      this.below = to > 0 ? this.distance(to - 1) : this.#sum
      this.#top = this.below + this.#between(from, to)
      this.from = from
      this.to = to
    }
    this.#box(kept)
  }

  /** Puts what is drawn into boxes: who was in one stays there, who comes joins the box below (at the end: above) while it has room. */
  #box(kept: number): void {
    const known = (index: number): number | undefined =>
      this.#boxOf.get(this.rows[index]?.key ?? '')
    const boxes: { id: number; from: number; to: number }[] = []
    const taken = new Set<number>()
    // upwards
    for (let i = this.to - 1; i >= this.from; i -= 1) {
      const [last, own] = [boxes.at(-1), known(i)]
      const free = own !== undefined && !taken.has(own)
      if (last && (own === last.id || (!free && last.to - last.from < BOX_ROWS))) last.from = i
      else {
        const id = free ? own : (this.#joined(i) ?? (this.#lastBox += 1))
        taken.add(id)
        boxes.push({ id, from: i, to: i + 1 })
      }
    }
    if (kept >= 0 && kept < this.rows.length && (kept < this.from || kept >= this.to)) {
      const own = known(kept)
      const box = {
        id: own !== undefined && !taken.has(own) ? own : (this.#lastBox += 1),
        from: kept,
        to: kept + 1,
      }
      if (kept < this.from) boxes.push(box)
      else boxes.unshift(box)
    }
    this.boxes = boxes.reverse()
    this.#boxOf = new Map(
      this.boxes.flatMap(({ id, from, to }) =>
        this.rows.slice(from, to).map((row) => [row.key, id] as const),
      ),
    )
  }
  /** The box above a new row at the end, if it has room for all that came. */
  #joined(index: number): number | undefined {
    if (index !== this.to - 1) return undefined
    let above = index
    while (above > this.from && !this.#boxOf.has(this.rows[above]?.key ?? '')) above -= 1
    const id = this.#boxOf.get(this.rows[above]?.key ?? '')
    let size = index - above
    for (let i = above; i >= this.from && this.#boxOf.get(this.rows[i]?.key ?? '') === id; i -= 1)
      size += 1
    return size <= BOX_ROWS ? id : undefined
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
      const above =
        fresh && some ? i < last : this.distance(i) + this.heightOf(i) > edge - ROUNDING_PX
      const more = read(i) - this.heightOf(i)
      this.#known.set(this.rows[i]?.key ?? '', this.heightOf(i) + more)
      this.#sum += more
      this.#top += more
      if (above) continue
      this.height += more
      edge += more
    }
  }

  #between(from: number, to: number): number {
    let px = 0
    for (let i = from; i < to; i += 1) px += this.heightOf(i)
    return px
  }
  #above(index: number): number {
    return this.#between(0, index)
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
const indexOf = (rows: readonly Placed[], key: string, likely: readonly number[]): number =>
  likely.find((i) => rows[i]?.key === key) ?? rows.findIndex((row) => row.key === key)
