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

/** A byte of the scan: 0xFF is followed by a zero, so that it is not read as a marker (T.81 B.1.1.5). */
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

/** Appends the low `n` ≤ 32 bits of `code`; upper bits must be zero. */
// @ts-ignore: decorator of AssemblyScript
@inline
export function bits(code: u32, n: i32): void {
  held = (held << n) | code;
  heldBits += n;
  if (heldBits < 32) return;
  heldBits -= 32;
  const w = <u32>(held >> heldBits);
  if (hasFF(w)) {
    for (let shift = 24; shift >= 0; shift -= 8) stuffed((w >> shift) & 0xff);
  } else {
    store<u32>(at, bswap(w));
    at += 4;
  }
}

/** Ends the scan: the last byte is filled with ones. */
export function flush(): void {
  while (heldBits > 0) {
    const n = min(8, heldBits);
    const low = <i32>(held >> (heldBits - n)) & ((1 << n) - 1);
    stuffed((low << (8 - n)) | ((1 << (8 - n)) - 1));
    heldBits -= n;
  }
}
