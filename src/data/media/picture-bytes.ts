/**
 * Fetches a photo by its signed link, bypassing every cache. No bearer: the link is the permission.
 * Rejects without a reply, on a refusal, and with an AbortError when `signal` fires.
 */
export const pictureBytes = async (url: string, signal: AbortSignal): Promise<Blob> => {
  const answer = await fetch(url, { signal, cache: 'no-store', credentials: 'omit' })
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  return answer.blob()
}
