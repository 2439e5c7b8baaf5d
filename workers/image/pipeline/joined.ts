/**
 * Two parts of one scan: the upper one's last `bits` bits and the lower one's first share a byte.
 */
export function joined(
  upper: Uint8Array<ArrayBuffer>,
  open: number,
  bits: number,
  lower: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer>[] {
  if (bits === 0) return [upper, lower]
  const shared = open | (lower[0] ?? 0)
  // 0xFF in a scan is followed by a zero
  return [
    upper,
    shared === 0xff ? Uint8Array.of(shared, 0) : Uint8Array.of(shared),
    lower.subarray(1),
  ]
}
