export const makeBasemap: (box: readonly [number, number, number, number]) => Buffer
