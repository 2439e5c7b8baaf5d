interface Page {
  readonly next_cursor: string | null
}
/**
 * All pages of a list, one after the other, for screens that search, sort or count it on the device.
 */
export const loadEveryPage = async <P extends Page>(
  load: (query: { cursor?: string }) => Promise<P>,
): Promise<P[]> => {
  const pages = [await load({})]
  for (let at = pages[0]?.next_cursor; at; at = pages.at(-1)?.next_cursor)
    pages.push(await load({ cursor: at }))
  return pages
}
