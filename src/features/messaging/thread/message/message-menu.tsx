import type { KeyboardEvent, ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { REACTIONS } from '#contract/limits'
import type { Message } from '#contract/messaging/messages'
import { openReport } from '../../../../data/state/report-prompt'
import { actingIdentity, session } from '../../../../data/session/session'
import type { Emoji } from '../../../../data/device/outbox-store'
import { cx } from '../../../../lib/cx'
import { IconCopy, IconEdit, IconTrash } from '../../../../ui/icons/actions'
import { IconReply } from '../../../../ui/icons/chat'
import { IconFlag } from '../../../../ui/icons/people'
import type { Anchor } from '../../../../ui/layout/anchor'
import { Popover } from '../../../../ui/overlay/popover'
import { confirmDeleteMessage, toggleReaction } from '../../state/acting'
import { fourHandsOf } from '../../state/model'
import { ownAccountId } from '../../state/own-account'
import { messaging } from '../../state/store'
import styles from './message-menu.module.css'
import { startEdit } from '../../editing/editing'
import { setQuote } from '../../composer/quoting'
import { copyMessage } from './copy-message'
import { mayDelete, mayEdit, myReaction } from './reactions'

const NAMES: Record<Emoji, string> = {
  '❤️': 'Cœur',
  '😂': 'Rire',
  '👍': 'Pouce levé',
  '👎': 'Pouce baissé',
  '😢': 'Triste',
  '😡': 'En colère',
  '😍': 'Yeux en cœur',
  '😮': 'Surpris',
}

/**
 * Arrow keys move along the emojis, and between them and the lines below; also Home and End; Tab
 * leaves.
 */
const onKeyDown = (event: KeyboardEvent<HTMLDivElement>, close: () => void): void => {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
  const index = all.indexOf(document.activeElement as HTMLElement)
  const faces = REACTIONS.length
  const to = (at: number): void => {
    event.preventDefault()
    all.at(at)?.focus()
  }
  const onFaces = index < faces
  switch (event.key) {
    case 'Tab':
      event.preventDefault()
      return close()
    case 'Home':
      return to(0)
    case 'End':
      return to(-1)
    case 'ArrowRight':
      return onFaces ? to((index + 1) % faces) : to(index)
    case 'ArrowLeft':
      return onFaces ? to((index + faces - 1) % faces) : to(index)
    case 'ArrowDown':
      return to(onFaces ? faces : index + 1 < all.length ? index + 1 : 0)
    case 'ArrowUp':
      return to(onFaces ? -1 : index === faces ? 0 : index - 1)
  }
}

/** The eight reactions; `mine`: the acting identity's own. */
const Faces = ({ mine, onPick }: { mine: string | null; onPick: (emoji: Emoji) => void }) => (
  <div role="group" aria-label="Réagir" className={styles.faces}>
    {REACTIONS.map((emoji, i) => (
      <button
        key={emoji}
        type="button"
        role="menuitemradio"
        aria-checked={mine === emoji}
        aria-label={NAMES[emoji]}
        title={NAMES[emoji]}
        tabIndex={-1}
        className={styles.face}
        data-autofocus={(mine ? mine === emoji : i === 0) ? '' : undefined}
        onClick={() => onPick(emoji)}
      >
        {emoji}
      </button>
    ))}
  </div>
)

/** Reactions and actions of one message, next to it and inside the viewport. */
export const MessageMenu = ({
  message: m,
  anchor,
  onClose,
}: {
  message: Message
  anchor: Anchor
  onClose: () => void
}) => {
  useSnapshot(session)
  const acting = actingIdentity()
  const { isOn } = fourHandsOf(messaging.conversations[m.conversationId])
  const mine = acting.kind === 'none' ? null : myReaction(m.reactions, ownAccountId(), acting)
  const act = (run: () => void) => () => {
    onClose()
    run()
  }
  const item = (label: string, icon: ReactNode, run: () => void, danger = false) => (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={cx(styles.item, danger && styles.danger)}
      onClick={act(run)}
      onPointerEnter={(e) => {
        if (e.pointerType === 'mouse') e.currentTarget.focus({ preventScroll: true })
      }}
    >
      {icon}
      <span>{label}</span>
    </button>
  )
  return (
    <Popover
      open
      anchor={anchor}
      onClose={onClose}
      label="Actions du message"
      role="menu"
      align={m.senderAccountId === ownAccountId() ? 'end' : 'start'}
      className={styles.popover}
    >
      {/* the key that opened it also triggers the browser's context menu */}
      <div
        role="none"
        onKeyDown={(e) => onKeyDown(e, onClose)}
        onContextMenu={(e) => e.preventDefault()}
      >
        <Faces mine={mine} onPick={(emoji) => act(() => toggleReaction(m, emoji))()} />
        <hr className={styles.line} />
        {item('Répondre', <IconReply size={20} />, () => setQuote(m.conversationId, m))}
        {m.content ? item('Copier', <IconCopy size={20} />, () => void copyMessage(m)) : null}
        {mayEdit(m, ownAccountId(), acting, isOn)
          ? item('Modifier', <IconEdit size={20} />, () => startEdit(m))
          : null}
        {m.senderAccountId === ownAccountId()
          ? null
          : item('Signaler', <IconFlag size={20} />, () =>
              openReport({
                kind: 'message',
                id: m.id,
                memberId: m.senderAccountId,
                title: 'Signaler ce message',
              }),
            )}
        {mayDelete(m, ownAccountId(), acting)
          ? item('Supprimer', <IconTrash size={20} />, () => void confirmDeleteMessage(m), true)
          : null}
      </div>
    </Popover>
  )
}
