/**
 * The memory of one picture: a bump allocator over the linear memory. `reset` between pictures
 * gives everything back at once; wasm memory never shrinks, so the page ends an idle worker
 * instead.
 */

/** Enough that a 16-byte load at the end of any block stays inside it. */
const SLACK: usize = 64;
const ALIGN: usize = 64;
const PAGE_BITS: usize = 16;

let top: usize = 0;

/** Forgets every block. Must be called before the first `alloc` of a picture. */
export function reset(): void {
  top = (__heap_base + ALIGN - 1) & ~(ALIGN - 1);
}

/**
 * A block of at least `bytes` bytes, 64-byte aligned, readable 64 bytes beyond its end. Its content
 * is not cleared. Traps when the browser refuses memory. Growth detaches views: the caller
 * allocates all, then looks.
 */
export function alloc(bytes: usize): usize {
  const at = top;
  top = (top + bytes + SLACK + ALIGN - 1) & ~(ALIGN - 1);
  const missing = <i32>((top + (1 << PAGE_BITS) - 1) >> PAGE_BITS) - memory.size();
  if (missing > 0 && memory.grow(missing) < 0) unreachable();
  return at;
}

/**
 * The place that `release` goes back to: scratch of one kernel call, or the source once it has been
 * resized.
 */
export function mark(): usize {
  return top;
}

export function release(at: usize): void {
  top = at;
}
