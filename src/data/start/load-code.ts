const RETRY_MS = 4_000
const RETRY_MAX_MS = 60_000
/**
 * Code that is fetched after the first screen; without network, and not cached yet, it is fetched
 * again until it comes.
 */
export const loadCodeWithRetry = async <T>(load: () => Promise<T>): Promise<T> => {
  for (let ms = RETRY_MS; ; ms = Math.min(2 * ms, RETRY_MAX_MS)) {
    const code = await load().catch(() => null)
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, ms))
  }
}
