import { Suspense, useEffect, useRef, type KeyboardEvent } from 'react'
import { useSnapshot } from 'valtio'
import type { HeldMessage } from '#contract/messaging/held'
import type { Conversation, Message } from '#contract/messaging/messages'
import { actingIdentity, session } from '../../../data/session/session'
import { lazyPart } from '../../../data/start/lazy-part'
import { isMobileDevice } from '../../../lib/device'
import { Composer } from '../composer/composer'
import { EditComposer } from '../editing/edit-composer'
import { editingState, startEditLast, stopEdit } from '../editing/editing'
import { ORGANIZERS_ONLY, READ_ONLY, TALK_CLOSED } from '../state/labels'
import { ownAccountId } from '../state/own-account'
import { amendingState, loadHeld, setAmending } from '../state/held'
import { fourHandsOf } from '../state/model'
import { messaging } from '../state/store'
import { mayDelete } from './message/reactions'
import styles from './thread.module.css'

/** The message whose text is being changed, while the acting identity may change it. */
const useEdited = (id: string): Message | undefined => {
  useSnapshot(session)
  const editedId = useSnapshot(editingState).byConversation[id]?.id
  const messages = useSnapshot(messaging).threads[id]?.messages
  const m = editedId === undefined ? undefined : messages?.find((x) => x.id === editedId)
  return m && mayDelete(m, ownAccountId(), actingIdentity()) ? m : undefined
}

const FourHandsBar = lazyPart(() => import('../held/four-hands-bar').then((m) => m.FourHandsBar))

const AmendDialog = lazyPart(() => import('../held/amend-dialog').then((m) => m.AmendDialog))

/** The text of a held message of this conversation, while it is changed. */
const Amending = ({ id }: { id: string }) => {
  const held = useSnapshot(amendingState).held as HeldMessage | null
  return held?.conversationId === id ? (
    <AmendDialog key={held.id} held={held} onClose={() => setAmending(null)} />
  ) : null
}

/** The rule «À quatre mains» of this conversation, loaded with what waits where there is any. */
const useFourHands = (id: string) => {
  const { conversations, threads } = useSnapshot(messaging)
  const { isOn, held } = fourHandsOf(conversations[id])
  const isLoaded = threads[id]?.phase === 'ready'
  useEffect(() => {
    if (isLoaded && (isOn || held > 0)) void loadHeld(id).catch(() => undefined)
  }, [id, isLoaded, isOn, held])
  return threads[id]?.fourHands?.on ? threads[id].fourHands : null
}

/** A direct discussion is closed by a parting, which is not disclosed to the other member. */
const closedWords = ({ type, metadata }: Pick<Conversation, 'type' | 'metadata'>): string => {
  if (type !== 'event') return READ_ONLY
  return metadata.closed ? TALK_CLOSED : ORGANIZERS_ONLY
}

/** The composer, or why this account cannot write here. */
export const ThreadFoot = ({ id, gone }: { id: string; gone: boolean }) => {
  const c = useSnapshot(messaging).conversations[id]
  const edited = useEdited(id)
  const foot = useRef<HTMLDivElement>(null)
  const rule = useFourHands(id)
  if (c && !c.can_write) return <p className={styles.closed}>{closedWords(c)}</p>
  if (gone) return null
  const stop = (): void => {
    stopEdit(id)
    requestAnimationFrame(() =>
      foot.current?.querySelector('textarea')?.focus({ preventScroll: true }),
    )
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
      return
    if (!(event.target instanceof HTMLTextAreaElement) || event.target.value !== '') return
    if (!isMobileDevice() && startEditLast(id)) event.preventDefault()
  }
  return (
    // the up arrow in an empty composer edits the last message
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={foot} className={styles.foot} onKeyDown={edited ? undefined : onKeyDown}>
      <Suspense fallback={null}>
        {rule ? <FourHandsBar id={id} rule={rule} /> : null}
        <Amending id={id} />
      </Suspense>
      {edited ? (
        <EditComposer key={edited.id} message={edited} onEnd={stop} />
      ) : (
        <Composer id={id} />
      )}
    </div>
  )
}
