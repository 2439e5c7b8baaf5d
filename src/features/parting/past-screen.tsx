import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { deletePastMessage, readPastTalk, type PastMessages } from '#contract/profile/parting'
import { call } from '../../data/http/api'
import { useData } from '../../data/http/cache'
import { toast, toastRefusal } from '../../data/state/toasts'
import { useAsyncAction } from '../../parts/form/use-async-action'
import { dateTime } from '../../lib/dates'
import { NBSP } from '../../lib/text'
import { NotLoaded } from '../../parts/form/not-loaded'
import { SignedImage } from '../../parts/photo/signed-image'
import { Button } from '../../ui/forms/button'
import { IconButton } from '../../ui/forms/icon-button'
import { IconTrash } from '../../ui/icons/actions'
import { cssVars } from '../../ui/layout/css-vars'
import { Page } from '../../ui/layout/page'
import { confirm } from '../../ui/overlay/confirm'
import { regainFocus } from '../../ui/overlay/focus-after'
import { useRowFocus } from '../../ui/overlay/use-row-focus'
import styles from './parting.module.css'

type Past = PastMessages['messages'][number]

const FRESH = { dedupingInterval: 0 } as const
const pageOf = (id: string, before?: string): Promise<PastMessages> =>
  call(readPastTalk, { params: { id }, query: before ? { before } : {} }, { identity: 'none' })

/** The latest page, and the older pages loaded on request. */
const usePast = (id: string) => {
  const latest = useData<PastMessages>(['past-talk', id], () => pageOf(id), FRESH)
  const [older, setOlder] = useState<readonly PastMessages[]>([])
  const { busy, run } = useAsyncAction()
  const [deleted, setDeleted] = useState<readonly string[]>([])
  const first = older[0] ?? latest.data
  const more = async (): Promise<void> => {
    await run(async () => {
      const page = await pageOf(id, first?.messages[0]?.id)
      setOlder((now) => [page, ...now])
    }, 'Les messages plus anciens n’ont pas pu être chargés.')
  }
  const remove = async (messageId: string): Promise<void> => {
    const yes = await confirm({
      title: `Supprimer ce message${NBSP}?`,
      message: 'Il disparaît pour tous ceux qui peuvent lire cette discussion.',
      confirmLabel: 'Supprimer',
      danger: true,
    })
    if (!yes) return
    try {
      await call(deletePastMessage, { params: { id: messageId } }, { identity: 'none' })
      setDeleted((now) => [...now, messageId])
      toast('Message supprimé')
    } catch (error) {
      toastRefusal(error, 'Le message n’a pas pu être supprimé.')
    }
  }
  const all = [...older.flatMap((page) => page.messages), ...(latest.data?.messages ?? [])]
  return {
    latest,
    busy,
    remove,
    more: first?.has_more ? more : null,
    messages: all.filter((m) => !deleted.includes(m.id)),
  }
}

const Bubble = ({ message, onDelete }: { message: Past; onDelete: () => void }) => (
  <li className={styles.bubble} data-own={message.is_own ? '' : undefined}>
    {message.is_own ? (
      <span className="visually-hidden">Vous</span>
    ) : (
      <span className={styles.who}>{message.handle}</span>
    )}
    {message.content}
    {message.media.map((media) => (
      <div
        key={media.id}
        className={styles.photo}
        style={cssVars({ '--ratio': `${media.width} / ${media.height}` })}
      >
        <SignedImage media={media} alt="Photo" className={styles.image} />
      </div>
    ))}
    <span className={styles.foot}>
      <span className={styles.at}>{dateTime(message.created_at)}</span>
      {message.is_own ? (
        <IconButton
          size="sm"
          label="Supprimer ce message"
          icon={<IconTrash size={18} />}
          onClick={onDelete}
        />
      ) : null}
    </span>
  </li>
)

/** A discussion of the account that was left, to read. */
export const PastScreen = ({ id }: { id: string }) => {
  const [, navigate] = useLocation()
  const { latest, messages, busy, more, remove } = usePast(id)
  const { data, error, mutate } = latest
  const thread = useRef<HTMLOListElement>(null)
  useRowFocus(thread)
  const hasMore = more !== null
  const had = useRef(hasMore)
  // «Messages plus anciens» goes with the oldest page
  useEffect(() => {
    if (had.current && !hasMore) regainFocus(() => thread.current)
    had.current = hasMore
  }, [hasMore])
  return (
    <Page
      title={data?.title ?? 'Discussion d’avant'}
      subtitle="À lire seulement"
      onBack={() => navigate('/account/parting')}
      backLabel="Retour"
    >
      {data ? null : (
        <NotLoaded
          error={error}
          gone="Cette discussion n’est plus accessible."
          rows={4}
          onRetry={() => void mutate()}
        />
      )}
      {more ? (
        <div className={styles.buttons}>
          <Button size="sm" busy={busy} onClick={() => void more()}>
            Messages plus anciens
          </Button>
        </div>
      ) : null}
      <ol ref={thread} className={styles.thread} tabIndex={-1}>
        {messages.map((message) => (
          <Bubble key={message.id} message={message} onDelete={() => void remove(message.id)} />
        ))}
      </ol>
    </Page>
  )
}
