import type { ConversationPhoto } from '#contract/messaging/acts'

const MONTH = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'Europe/Paris',
  month: 'long',
  year: 'numeric',
})

type Dated = Partial<Pick<ConversationPhoto, 'created_at' | 'message_created_at'>>
/** When a photo was sent, from either field (MSG-087). */
export const photoDate = (p: Dated): string => p.message_created_at ?? p.created_at ?? ''

/** Groups photos by month, in the given order: «Novembre 2026». */
export const groupPhotosByMonth = <P extends Dated>(photos: readonly P[]): [string, P[]][] => {
  const months = new Map<string, P[]>()
  for (const p of photos) {
    const month = MONTH.format(new Date(photoDate(p))).replace(/^./, (c) => c.toUpperCase())
    const list = months.get(month)
    if (list) list.push(p)
    else months.set(month, [p])
  }
  return [...months]
}
