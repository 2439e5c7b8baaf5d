/** Entropy coding of one block (T.81 F.1.2): first counted, to make the tables, then written with them. */
import { bits } from './bits';

/** Run of 16 zeros, and end of block. */
const ZRL: i32 = 0xf0;
const EOB: i32 = 0;
/** Bytes of 256 u32: behind a component's DC entries stand its AC entries. */
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
function tally(table: usize, symbol: i32): void {
  const p = table + (<usize>symbol << 2);
  store<u32>(p, load<u32>(p) + 1);
}

/** Counts the symbols of a block: `difference` to the last DC, then the places of `mask`. */
export function countBlock(values: usize, mask: u64, difference: i32, table: usize): void {
  tally(table, category(difference));
  const ac = table + TABLE_BYTES;
  let last = 0;
  for (mask &= ~1; mask; mask &= mask - 1) {
    const k = <i32>ctz(mask);
    let run = k - last - 1;
    last = k;
    for (; run > 15; run -= 16) tally(ac, ZRL);
    tally(ac, (run << 4) | category(load<i16>(values + (<usize>k << 1))));
  }
  if (last < 63) tally(ac, EOB);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function put(table: usize, symbol: i32, value: i32, n: i32): void {
  const entry = load<u32>(table + (<usize>symbol << 2));
  bits(((entry & 0xffff) << n) | lowBits(value, n), <i32>(entry >> 16) + n);
}

export function writeBlock(values: usize, mask: u64, difference: i32, table: usize): void {
  const n = category(difference);
  put(table, n, difference, n);
  const ac = table + TABLE_BYTES;
  let last = 0;
  for (mask &= ~1; mask; mask &= mask - 1) {
    const k = <i32>ctz(mask);
    let run = k - last - 1;
    last = k;
    for (; run > 15; run -= 16) put(ac, ZRL, 0, 0);
    const value = <i32>load<i16>(values + (<usize>k << 1));
    const size = category(value);
    put(ac, (run << 4) | size, value, size);
  }
  if (last < 63) put(ac, EOB, 0, 0);
}

/** Bits that the counted symbols of one table take with its codes; a symbol's low half byte is its value's bits. */
export function tableBits(frequencies: usize, codes: usize): u64 {
  let sum: u64 = 0;
  for (let i: usize = 0; i < TABLE_BYTES; i += 4) {
    sum += <u64>load<u32>(frequencies + i) * ((load<u32>(codes + i) >> 16) + ((i >> 2) & 15));
  }
  return sum;
}
