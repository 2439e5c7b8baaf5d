import type { Message } from '#contract/messaging/messages'
import { dateTime } from '../../../../lib/dates'
import { Dialog } from '../../../../ui/overlay/dialog'
import styles from './bubble.module.css'
import { linkify } from '../../../../lib/linkify'

/** A very long message in full, so that expanding it does not move the list. */
export const ReadDialog = ({ message, onClose }: { message: Message; onClose: () => void }) => (
  <Dialog
    open
    onClose={onClose}
    title={message.identity.handle || 'Message'}
    description={dateTime(message.createdAt)}
    size="md"
  >
    {/* long text must be scrollable by keyboard */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <div className={styles.whole} dir="auto" tabIndex={0} role="article" aria-label="Message">
      {linkify(message.content)}
    </div>
  </Dialog>
)
