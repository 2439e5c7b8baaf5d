/**
 * Base URL of the API: `<meta name="api-base">`, else beside the app as built. Throws, in French,
 * without either.
 */
export const apiBase = (
  said: string | undefined = globalThis.document?.querySelector<HTMLMetaElement>(
    'meta[name="api-base"]',
  )?.content,
  built: string | undefined = import.meta.env.BASE_URL,
): string => {
  if (said) return said.replace(/\/+$/, '')
  if (built) return `${built}api`
  throw new Error('Aucune URL de backend disponible.')
}
