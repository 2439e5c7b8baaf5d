/**
 * Returns a clock, ms, that grows with every call, also when the device's clock goes back: what it
 * orders keeps its order.
 */
export const createIncreasingTime = (): (() => number) => {
  let last = 0
  return () => (last = Math.max(Date.now(), last + 1))
}
