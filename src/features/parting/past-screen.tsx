import { useState } from 'react'
import { useLocation } from 'wouter'
import { readPastTalk, type PastMessages } from '#contract/profile/parting'
import { call } from '../../data/http/api'
import { useData } from '../../data/http/cache'
import { toastRefusal } from '../../data/state/toasts'
import { dateTime } from '../../lib/dates'
import { LoadFailure } from '../../parts/form/load-failure'
import { SignedImage } from '../../parts/photo/signed-image'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows'
import { Button } from '../../ui/forms/button'
import { cssVars } from '../../ui/layout/css-vars'
import { PageHeader } from '../../ui/layout/page-header'
import styles from './parting.module.css'

type Past = PastMessages['messages'][number]

const FRESH = { dedupingInterval: 0 } as const
const pageOf = (id: string, before?: string): Promise<PastMessages> =>
  call(readPastTalk, { params: { id }, query: before ? { before } : {} }, { identity: 'none' })

/** The latest page, and the older pages loaded on request. */
const usePast = (id: string) => {
  const latest = useData<PastMessages, Error>(['past-talk', id], () => pageOf(id), FRESH)
  const [older, setOlder] = useState<readonly PastMessages[]>([])
  const [busy, setBusy] = useState(false)
  const first = older[0] ?? latest.data
  const more = async (): Promise<void> => {
    setBusy(true)
    try {
      const page = await pageOf(id, first?.messages[0]?.id)
      setOlder((now) => [page, ...now])
    } catch (error) {
      toastRefusal(error, 'Les messages plus anciens n’ont pas pu être chargés.')
    } finally {
      setBusy(false)
    }
  }
  return {
    latest,
    busy,
    more: first?.has_more ? more : null,
    messages: [...older.flatMap((page) => page.messages), ...(latest.data?.messages ?? [])],
  }
}

const Bubble = ({ message }: { message: Past }) => (
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
    <span className={styles.at}>{dateTime(message.created_at)}</span>
  </li>
)

/** A discussion of the account that was left, to read. */
export const PastScreen = ({ id }: { id: string }) => {
  const [, navigate] = useLocation()
  const { latest, messages, busy, more } = usePast(id)
  const { data, error, mutate } = latest
  return (
    <div className={styles.page}>
      <PageHeader
        title={data?.title ?? 'Discussion d’avant'}
        subtitle="À lire seulement"
        onBack={() => navigate('/account/parting')}
        backLabel="Retour"
      />
      {error && !data ? (
        <LoadFailure
          failure={error}
          title="Rien à montrer"
          gone="Cette discussion n’est plus accessible."
          onRetry={() => void mutate()}
        />
      ) : null}
      {!error && !data ? <SkeletonRows count={4} /> : null}
      {more ? (
        <div className={styles.buttons}>
          <Button size="sm" busy={busy} onClick={() => void more()}>
            Messages plus anciens
          </Button>
        </div>
      ) : null}
      <ol className={styles.thread}>
        {messages.map((message) => (
          <Bubble key={message.id} message={message} />
        ))}
      </ol>
    </div>
  )
}
