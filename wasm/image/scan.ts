/**
 * Entropy coding of one block (T.81 F.1.2): its symbols are counted, to make the tables, and kept
 * with the bits of their values, to be written with them. Kept as u32: (table · 256 + symbol) << 16
 * | bits.
 */
import { SCAN } from './tables';

/** Run of 16 zeros, and end of block. */
const ZRL: i32 = 0xf0;
const EOB: i32 = 0;
/** Bytes of 256 u32. Tables in order: luma DC and AC, chroma DC and AC. */
export const TABLE_BYTES: usize = 1024;

/** Category of a value: how many bits it takes (T.81 table F.1). */
// @ts-ignore: decorator of AssemblyScript
@inline
function category(v: i32): i32 { return 32 - clz(v < 0 ? -v : v); }

/** The value's bits as the scan holds them: negative ones less one. */
// @ts-ignore: decorator of AssemblyScript
@inline
function lowBits(v: i32, n: i32): u32 { return (v + (v >> 31)) & ((1 << n) - 1); }

// @ts-ignore: decorator of AssemblyScript
@inline
function keep(at: usize, frequencies: usize, place: i32, value: u32): usize {
  const p = frequencies + (<usize>place << 2);
  store<u32>(p, load<u32>(p) + 1);
  store<u32>(at, (<u32>place << 16) | value);
  return at + 4;
}

/**
 * The symbols of a block: `difference` to the last DC, then the places of the scan that are in
 * `mask` (see `block`). `table` is that of its DC, the next one is that of its AC. Writes up to 64
 * symbols at `at`, returns where the next one goes.
 */
export function blockSymbols(
  values: usize,
  mask: u64,
  difference: i32,
  table: i32,
  frequencies: usize,
  at: usize,
): usize {
  const dc = table << 8, ac = dc + 256;
  const bits = category(difference);
  at = keep(at, frequencies, dc | bits, lowBits(difference, bits));
  let last = 0;
  for (mask &= ~1; mask; mask &= mask - 1) {
    const k = <i32>ctz(mask);
    let run = k - last - 1;
    last = k;
    for (; run > 15; run -= 16) at = keep(at, frequencies, ac | ZRL, 0);
    const value = <i32>load<i16>(values + (<usize>load<u8>(SCAN + k) << 1));
    const size = category(value);
    at = keep(at, frequencies, ac | (run << 4) | size, lowBits(value, size));
  }
  return last < 63 ? keep(at, frequencies, ac | EOB, 0) : at;
}

/**
 * Bits that the counted symbols of one table take with its codes; a symbol's low half byte is its
 * value's bits.
 */
export function tableBits(frequencies: usize, codes: usize): u64 {
  let sum: u64 = 0;
  for (let i: usize = 0; i < TABLE_BYTES; i += 4) {
    sum += <u64>load<u32>(frequencies + i) * ((load<u32>(codes + i) >> 16) + ((i >> 2) & 15));
  }
  return sum;
}
