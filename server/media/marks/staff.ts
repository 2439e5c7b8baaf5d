import { drawMarked } from './draw'
import { markSigns, type Mark } from './pattern'

interface Look {
  readonly evidenceId: string
  readonly position: number
  readonly userId: string
  /** When it was opened, ms. */
  readonly at: number
}
/** The mark of a look of staff at a frozen photo. */
export const markOfLook = ({ evidenceId, position, userId, at }: Look): Mark => ({
  mediaId: `evidence:${evidenceId}:${position}`,
  accountId: userId,
  day: new Date(at).toISOString().slice(0, 10),
})

/** A frozen photo with the pseudonym and the unseen mark of the staff member that opened it. */
export const markForStaff = (
  secret: Uint8Array,
  look: Look & { readonly bytes: Buffer; readonly pseudonym: string },
): Promise<Buffer> =>
  drawMarked(
    look.bytes,
    { signs: markSigns(secret, markOfLook(look)), label: look.pseudonym },
    'full',
  )
