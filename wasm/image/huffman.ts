/**
 * Huffman tables made for the picture at hand: ITU-T T.81 annex K.2 (code sizes) and annex C
 * (codes).
 */
import { alloc, mark, release } from './arena';
import { byte, word } from './bits';

const SYMBOLS: i32 = 256;
/** One more symbol takes the code of all ones, which the standard forbids. */
const RESERVED: i32 = 256;
const LONGEST: i32 = 16;
/** Before the limit to 16 a code may be this long: 2^32 blocks would be needed to pass it. */
const UNBOUNDED: i32 = 63;
const NONE: i32 = -1;

// @ts-ignore: decorator of AssemblyScript
@inline
function get(p: usize, i: i32): i32 { return load<i32>(p + (<usize>i << 2)); }
// @ts-ignore: decorator of AssemblyScript
@inline
function put(p: usize, i: i32, v: i32): void { store<i32>(p + (<usize>i << 2), v); }
// @ts-ignore: decorator of AssemblyScript
@inline
function bump(p: usize, i: i32, by: i32): void { put(p, i, get(p, i) + by); }

/** The rarest symbol other than `not`; of equals, the largest. */
function rarest(freq: usize, not: i32): i32 {
  let found = NONE, least = i32.MAX_VALUE;
  for (let i = 0; i <= SYMBOLS; i++) {
    const f = get(freq, i);
    if (f > 0 && f <= least && i != not) {
      least = f;
      found = i;
    }
  }
  return found;
}

/**
 * Makes every code of the chain that starts at `i` one bit longer; returns the end of the chain.
 */
function lengthen(sizes: usize, next: usize, i: i32): i32 {
  bump(sizes, i, 1);
  while (get(next, i) != NONE) {
    i = get(next, i);
    bump(sizes, i, 1);
  }
  return i;
}

/** Figure K.1: `sizes` = code size of each symbol. Destroys `freq`. */
function codeSizes(freq: usize, sizes: usize): void {
  const next = alloc((SYMBOLS + 1) << 2);
  for (let i = 0; i <= SYMBOLS; i++) {
    put(next, i, NONE);
    put(sizes, i, 0);
  }
  for (;;) {
    const a = rarest(freq, NONE), b = rarest(freq, a);
    if (b == NONE) return;
    bump(freq, a, get(freq, b));
    put(freq, b, 0);
    put(next, lengthen(sizes, next, a), b);
    lengthen(sizes, next, b);
  }
}

/**
 * Figures K.2 and K.3: how many codes of each length, none above 16, the reserved one taken off.
 */
function countSizes(sizes: usize, counts: usize): void {
  memory.fill(counts, 0, (UNBOUNDED + 1) << 2);
  for (let i = 0; i <= RESERVED; i++) if (get(sizes, i) > 0) bump(counts, get(sizes, i), 1);
  for (let i = UNBOUNDED; i > LONGEST; i--) {
    while (get(counts, i) > 0) {
      let j = i - 2;
      while (get(counts, j) == 0) j--;
      bump(counts, i, -2);
      bump(counts, i - 1, 1);
      bump(counts, j + 1, 2);
      bump(counts, j, -1);
    }
  }
  let last = LONGEST;
  while (get(counts, last) == 0) last--;
  bump(counts, last, -1);
}

/**
 * Writes the DHT segment of `frequencies` (u32[256]) under `id` (class and slot) and fills `codes`:
 * u32[256], length << 16 | code. Symbols of equal length come in order of their size before the
 * limit.
 */
export function writeTable(frequencies: usize, id: i32, codes: usize): void {
  const start = mark();
  const freq = alloc((SYMBOLS + 1) << 2);
  const sizes = alloc((SYMBOLS + 1) << 2);
  const counts = alloc((UNBOUNDED + 1) << 2);
  memory.copy(freq, frequencies, SYMBOLS << 2);
  put(freq, RESERVED, 1);
  codeSizes(freq, sizes);
  countSizes(sizes, counts);
  let used = 0;
  for (let i = 1; i <= LONGEST; i++) used += get(counts, i);
  word(0xffc4);
  word(2 + 1 + LONGEST + used);
  byte(id);
  for (let i = 1; i <= LONGEST; i++) byte(get(counts, i));
  assign(sizes, counts, codes);
  release(start);
}

/** Annex C: codes in ascending order of length; the symbols are written on the way. */
function assign(sizes: usize, counts: usize, codes: usize): void {
  memory.fill(codes, 0, SYMBOLS << 2);
  let code = 0, length = 1, left = get(counts, 1);
  for (let size = 1; size <= UNBOUNDED; size++) {
    for (let symbol = 0; symbol < SYMBOLS; symbol++) {
      if (get(sizes, symbol) != size) continue;
      while (left == 0) {
        length++;
        code <<= 1;
        left = get(counts, length);
      }
      put(codes, symbol, (length << 16) | code);
      byte(symbol);
      code++;
      left--;
    }
  }
}
