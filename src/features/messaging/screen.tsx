import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { OVERLAY_CLOSE_MS } from '#contract/limits'
import { hub, tabId } from '../../data/hub'
import { session } from '../../data/session'
import { cx } from '../../lib/cx'
import { ArtConversations } from '../../ui/art/conversations'
import { EmptyState } from '../../ui/empty-state'
import { useDesktop } from '../../ui/use-media-query'
import { openThread } from './api'
import { SIGNED_OUT } from './labels'
import styles from './messaging.module.css'
import { messaging } from './store'
import { ThreadView } from './thread'

import { ConversationList } from './list'

/** /conversations and /conversations/{id}: side by side from 768 px; below, the conversation slides over the list. */
export const ConversationsScreen = ({ id }: { id: string | null }) => {
  const desktop = useDesktop()
  const { phase } = useSnapshot(session)
  const [, navigate] = useLocation()
  /** The conversation on screen; on a phone it stays while it slides away. */
  const [shown, setShown] = useState(id)
  const closing = id === null && shown !== null
  useEffect(() => {
    if (id !== null) return setShown(id)
    const timer = setTimeout(() => setShown(null), OVERLAY_CLOSE_MS)
    return () => clearTimeout(timer)
  }, [id])
  useEffect(() => {
    messaging.openId = id
    if (!id) return undefined
    void hub().watchConversation(tabId, id)
    void openThread(id)
    return () => {
      messaging.openId = null
      void hub().watchConversation(tabId, null)
    }
  }, [id])
  if (phase !== 'signed-in') return <p className={styles.nothing}>{SIGNED_OUT}</p>
  const back = (): void => navigate('/conversations')
  const view = id ?? shown
  if (desktop)
    return (
      <div className={styles.split}>
        <ConversationList active={id} />
        {id ? <ThreadView key={id} id={id} /> : <div className={styles.none}><EmptyState art={<ArtConversations />} title="Choisissez une discussion" text="Elle s’ouvrira ici." /></div>}
      </div>
    )
  return (
    <>
      <ConversationList active={id} />
      {view ? <div className={cx(styles.overlay, closing && styles.leaving)} inert={closing}><ThreadView key={view} id={view} onBack={back} /></div> : null}
    </>
  )
}
