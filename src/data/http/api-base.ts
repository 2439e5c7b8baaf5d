/**
 * Base URL of the API: `<meta name="api-base">`, else beside the app as built. Throws, in French,
 * without either.
 */
export const apiBase = (): string => {
  const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="api-base"]')
  if (meta?.content) return meta.content.replace(/\/+$/, '')
  const built = import.meta.env.BASE_URL
  if (built) return `${built}api`
  throw new Error('Aucune URL de backend disponible.')
}
