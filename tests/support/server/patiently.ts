/**
 * Repeats a call until a connection to the database was free in time: on a slow machine a crowd of
 * calls waits longer than the server lets them, which answers «503» to be tried again.
 */
export const patiently = async <T extends { readonly status: number }>(
  call: () => Promise<T>,
): Promise<T> => {
  for (;;) {
    const answer = await call()
    if (answer.status !== 503) return answer
  }
}
