/** The growing file: whole bytes for the headers, bits for the scan. */

let at: usize = 0;
let held: u64 = 0;
let heldBits: i32 = 0;

export function startAt(out: usize): void {
  at = out;
  held = 0;
  heldBits = 0;
}

/** Where the next byte goes. */
export function position(): usize {
  return at;
}

// @ts-ignore: decorator of AssemblyScript
@inline
export function byte(v: i32): void {
  store<u8>(at, <u8>v);
  at++;
}

export function word(v: i32): void {
  byte(v >> 8);
  byte(v);
}

/**
 * A byte of the scan: 0xFF is followed by a zero, so that it is not read as a marker (T.81
 * B.1.1.5).
 */
// @ts-ignore: decorator of AssemblyScript
@inline
function stuffed(v: i32): void {
  byte(v);
  if (v == 0xff) byte(0);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function hasFF(w: u32): bool {
  const inverse = ~w;
  return ((inverse - 0x01010101) & w & 0x80808080) != 0;
}

/** Four bytes of the scan, each stuffed where it must be. */
function stuffedWord(w: u32): void {
  for (let shift = 24; shift >= 0; shift -= 8) stuffed((w >> shift) & 0xff);
}

/**
 * Writes the symbols from `from` up to `to` (see scan.ts: place of the code << 16 | the value's
 * bits) with `codes` (u32 each, length << 16 | code). A symbol's low half byte is the number
 * of bits of its value.
 */
export function writeSymbols(from: usize, to: usize, codes: usize): void {
  // in locals: globals would be read and written for each symbol
  let last = held, count = heldBits;
  for (let p = from; p < to; p += 4) {
    const symbol = load<u16>(p, 2);
    const entry = load<u32>(codes + (<usize>symbol << 2));
    const n = symbol & 15, all = n + (entry >> 16);
    last = (last << all) | (((entry & 0xffff) << n) | load<u16>(p));
    count += all;
    if (count < 32) continue;
    count -= 32;
    const w = <u32>(last >> count);
    if (hasFF(w)) {
      stuffedWord(w);
    } else {
      store<u32>(at, bswap(w));
      at += 4;
    }
  }
  held = last;
  heldBits = count;
}

/** Ends the scan: the last byte is filled with ones. */
export function flush(): void {
  for (; heldBits >= 8; heldBits -= 8) stuffed(<i32>(held >> (heldBits - 8)) & 0xff);
  if (heldBits > 0)
    stuffed(((<i32>held & ((1 << heldBits) - 1)) << (8 - heldBits)) | (0xff >> heldBits));
  heldBits = 0;
}
