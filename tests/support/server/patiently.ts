/**
 * Repeats a call while the server responds 503: on a slow machine many calls at once wait longer for
 * a database connection than it lets them.
 */
export const patiently = async <T extends { readonly status: number }>(
  call: () => Promise<T>,
): Promise<T> => {
  for (;;) {
    const answer = await call()
    if (answer.status !== 503) return answer
  }
}
