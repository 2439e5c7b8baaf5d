import type { mutate as swrMutate } from 'swr'

/*
 * swr is loaded after the first paint: 6 kB of the 130 kB of script before the list of conversations
 * (docs/performance.md, «Decided by measuring»).
 */

type Mutate = typeof swrMutate

let loaded: Mutate | undefined
/** Called by cache.ts, which comes with the first screen that reads through swr. */
export const setMutate = (mutate: Mutate): void => {
  loaded = mutate
}

/** swr's `mutate`; does nothing until swr is loaded, as its cache is empty then. */
export const mutate = ((...args: Parameters<Mutate>) =>
  loaded ? loaded(...args) : Promise.resolve()) as Mutate
