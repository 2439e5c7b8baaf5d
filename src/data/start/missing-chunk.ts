/**
 * Whether a piece of the app could not be loaded, in the words of each engine and of Vite (styles).
 * A piece that is there and whose code fails is not missing.
 */
export const isMissingChunk = (error: unknown): error is Error =>
  error instanceof Error && /dynamically imported|module script|preload/i.test(error.message)
