export interface KeyedRow {
  readonly key: string
}

/** Estimated height of an unmeasured row, in px. */
export const ESTIMATED_ROW_PX = 56
/** Tolerance for rounding in sums of fractions, in px. */
const ROUNDING_PX = 0.1
/** Overscan each way, in px: wheel and touch scroll the list while the main thread is busy. */
export const OVERSCAN_PX = 800
/** This part of the overscan renders at once, in px each way; the rest by a few rows per frame. */
export const NEAR_OVERSCAN_PX = 160
/**
 * Rows per box. A new row moves every row of its box (the browser checks them all before painting),
 * while each box has a cost of its own.
 */
export const BOX_ROWS = 8

/** Rows [from, to) in one box; `id` is stable while one of them remains. */
export interface RowBox {
  readonly id: number
  readonly from: number
  readonly to: number
}

/**
 * The window of a virtual list that is anchored at its END: which rows are rendered, and where.
 * Distances are in px from the end, so rows above that turn out higher or lower than estimated move
 * nothing below them.
 * `height` is the list's CSS height. It may differ from the sum of the row heights (`slack`); the
 * difference is removed when the first row is reached or rows are prepended (`removeSlack`).
 */
export class ListWindow<Row extends KeyedRow> {
  rows: readonly Row[] = []
  /** Rendered rows are [from, to). */
  from = 0
  to = 0
  /** From the end of the list to the lower edge of the rendered rows, in px. */
  below = 0
  height = 0
  /** From the end of the list to the upper edge of the rendered rows, in px. */
  #top = 0
  /** Heights of all rows, measured or estimated. */
  #sum = 0
  #pending: readonly [from: number, to: number] | null = null
  readonly #measured = new Map<string, number>()
  /** Boxes of the rendered rows, from the top. */
  boxes: readonly RowBox[] = []
  /** Box id of each rendered row, by key. */
  #boxOf: ReadonlyMap<string, number> = new Map()
  #lastBox = 0

  heightOf(index: number): number {
    return this.#measured.get(this.rows[index]?.key ?? '') ?? ESTIMATED_ROW_PX
  }
  #isMeasured(index: number): boolean {
    return this.#measured.has(this.rows[index]?.key ?? '')
  }
  /** `height` minus the sum of the row heights, in px. */
  get slack(): number {
    return this.height - this.#sum
  }
  /** From the end of the list to the lower edge of a row, in px. */
  distance(index: number): number {
    let px = this.below
    for (let i = this.to; i <= index; i += 1) px -= this.heightOf(i)
    for (let i = this.to - 1; i > index; i -= 1) px += this.heightOf(i)
    return px
  }
  /** From the top of the list to the upper edge of a row, in px. */
  offset(index: number): number {
    return this.height - this.distance(index) - this.heightOf(index)
  }

  /**
   * Replaces the rows; rows that remain keep their place on the screen.
   * @returns scroll correction in px: the height that was added above
   */
  setRows(rows: readonly Row[]): number {
    const before = this.rows
    if (rows === before) return 0
    this.#pending = null
    const [from, to] = [this.from, this.to]
    // the lowest rendered row that remains; its index mostly changes by 0 or by the difference of
    // the lengths
    let [old, now] = [to - 1, -1]
    for (; old >= from && now < 0; old -= 1)
      now = indexOf(rows, before[old]?.key ?? '', [old, old + rows.length - before.length])
    old += 1
    if (now < 0) return this.#reset(rows)
    const [y, head] = [this.offset(old), this.#sum - this.distance(old) - this.heightOf(old)]
    this.rows = rows
    let tail = 0
    for (let i = rows.length - 1; i > now; i -= 1) tail += this.heightOf(i)
    const own = this.heightOf(now)
    const added = before[0]?.key === rows[0]?.key && now === old ? 0 : this.#heightAbove(now) - head
    this.#sum = head + added + own + tail
    this.height = y + added + own + tail
    const atEnd = to === before.length
    this.to = atEnd ? rows.length : now + 1
    this.below = atEnd ? 0 : tail
    this.from = Math.max(0, Math.min(now, now - (old - from)))
    this.#top = this.below + this.#heightBetween(this.from, this.to)
    return added === 0 ? 0 : added + this.removeSlack()
  }

  /**
   * Removes the slack from `height`.
   * @returns scroll correction in px that makes this invisible
   */
  removeSlack(): number {
    const { slack } = this
    this.height -= slack
    return -slack
  }

  /**
   * Computes the rows to render for the viewport `low` to `high` (px from the end) and `beyond` px
   * of overscan; `commitRange` applies them. Outside the near overscan at most `free` rows are added per
   * call, because a frame that renders many is a long one.
   * @returns `changed`: not the rendered rows; `bare`: part of the viewport is not rendered yet;
   * `more`: call again for the remaining rows
   */
  computeRange(
    low: number,
    high: number,
    beyond = OVERSCAN_PX,
    free = 1,
  ): { changed: boolean; bare: boolean; more: boolean } {
    const near = Math.min(beyond, NEAR_OVERSCAN_PX)
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
    // remove whole boxes, so that nothing else moves; rows that were passed over without rendering
    // are in no box
    for (let first = to - 1; to > from; first = to - 1) {
      first = this.boxes.find((box) => box.to === to)?.from ?? first
      if (first < from || below + this.#heightBetween(first, to) > least) break
      below += this.#heightBetween(first, to)
      to = first
    }
    for (let end = from + 1; from < to; end = from + 1) {
      end = this.boxes.find((box) => box.from === from)?.to ?? end
      if (end > to || top - this.#heightBetween(from, end) < most) break
      top -= this.#heightBetween(from, end)
      from = end
    }
    this.#pending = from === this.from && to === this.to ? null : [from, to]
    return {
      changed: this.#pending !== null,
      bare: (low < this.below && this.to < this.rows.length) || (high > this.#top && this.from > 0),
      more,
    }
  }
  /** Applies the rows that `computeRange` computed, plus the row `kept` (−1: none) wherever it is. */
  commitRange(kept = -1): void {
    if (this.#pending) {
      const [from, to] = this.#pending
      this.#pending = null
      this.below = to > 0 ? this.distance(to - 1) : this.#sum
      this.#top = this.below + this.#heightBetween(from, to)
      this.from = from
      this.to = to
    }
    this.#assignBoxes(kept)
  }

  /**
   * Assigns rendered rows to boxes: known rows stay in theirs, a new row joins the box below (at
   * the end: above) while it has room.
   */
  #assignBoxes(kept: number): void {
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
        const id = free ? own : (this.#boxAbove(i) ?? (this.#lastBox += 1))
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
  /** The box above a new row at the end, if it has room for all new rows. */
  #boxAbove(index: number): number | undefined {
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
   * Stores the measured heights of the rendered rows. Rows rendered before stay in place: new rows
   * above them move only what is above, new rows below only what is below. With no measured row,
   * and for rows whose height changed, a row whose upper edge is above `high` (upper edge of the
   * viewport, px from the end) counts as above.
   * @param read returns the height of a rendered row in px
   * @param again also measure rows that were measured before
   */
  measure(read: (index: number) => number, again: boolean, high: number): void {
    let [first, last] = [this.from, this.to - 1]
    while (first < this.to && !this.#isMeasured(first)) first += 1
    while (last >= first && !this.#isMeasured(last)) last -= 1
    const some = first < this.to
    let edge = high
    // upwards, so that each `distance` is correct when it is read
    for (let i = this.to - 1; i >= this.from; i -= 1) {
      const fresh = !this.#isMeasured(i)
      if (!fresh && !again) continue
      const above =
        fresh && some ? i < last : this.distance(i) + this.heightOf(i) > edge - ROUNDING_PX
      const more = read(i) - this.heightOf(i)
      this.#measured.set(this.rows[i]?.key ?? '', this.heightOf(i) + more)
      this.#sum += more
      this.#top += more
      if (above) continue
      this.height += more
      edge += more
    }
  }

  #heightBetween(from: number, to: number): number {
    let px = 0
    for (let i = from; i < to; i += 1) px += this.heightOf(i)
    return px
  }
  #heightAbove(index: number): number {
    return this.#heightBetween(0, index)
  }
  #reset(rows: readonly Row[]): number {
    this.rows = rows
    this.from = this.to = rows.length
    this.below = this.#top = 0
    this.height = this.#sum = this.#heightAbove(rows.length)
    return 0
  }
}

/** Index of the row with this key, trying `likely` first; −1: none. */
const indexOf = (rows: readonly KeyedRow[], key: string, likely: readonly number[]): number =>
  likely.find((i) => rows[i]?.key === key) ?? rows.findIndex((row) => row.key === key)
