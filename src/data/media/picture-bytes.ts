/**
 * The bytes of a picture by its signed link, past every cache. No bearer: the link is the right. Rejects when there is no
 * answer, when it is a refusal, and with an AbortError when `signal` fires.
 */
export const pictureBytes = async (url: string, signal: AbortSignal): Promise<Blob> => {
  const answer = await fetch(url, { signal, cache: 'no-store', credentials: 'omit' })
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  return answer.blob()
}
