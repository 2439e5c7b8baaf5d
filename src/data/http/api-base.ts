/** Where the API stands: what the page says (`<meta name="api-base">`), else beside the app as it was built. Throws, in French, where neither does. */
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
