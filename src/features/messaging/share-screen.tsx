import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { SharedContent } from '#contract/workers/device'
import { session } from '../../data/session/session'
import { dropShared, handSharedToComposer, readShared } from '../../data/device/shared-photos'
import { foldAccents, plural } from '../../lib/text'
import { ArtPhotos } from '../../ui/art/photos'
import { Button } from '../../ui/forms/button'
import { EmptyState } from '../../ui/feedback/empty-state'
import { ListRow } from '../../ui/layout/list-row'
import { PageHeader } from '../../ui/layout/page-header'
import { SearchField } from '../../ui/forms/search-field'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows'
import { ConversationAvatar } from './list/conversation-avatar'
import styles from './share.module.css'
import { messaging } from './state/store'
import { conversationTitle } from './thread/titles'

type Given = SharedContent<File>

/** Thumbnails of the shared files, read from this device only. */
const useThumbs = (given: Given | null | undefined): readonly string[] => {
  const [urls, setUrls] = useState<readonly string[]>([])
  useEffect(() => {
    const made = (given?.files ?? []).map((file) => URL.createObjectURL(file))
    setUrls(made)
    return () => made.forEach((url) => URL.revokeObjectURL(url))
  }, [given])
  return urls
}

const Talks = ({ onChoose }: { onChoose: (id: string) => void }) => {
  const { list, order, conversations } = useSnapshot(messaging)
  const { accountId } = useSnapshot(session)
  const [query, setQuery] = useState('')
  const wanted = foldAccents(query.trim())
  const ids = order.filter((id) => {
    const c = conversations[id]
    return (
      c !== undefined &&
      c.can_write &&
      foldAccents(conversationTitle(c, accountId)).includes(wanted)
    )
  })
  if (list === 'loading' || list === 'idle') return <SkeletonRows count={6} />
  return (
    <>
      <SearchField
        label="Rechercher une discussion"
        placeholder="Rechercher"
        value={query}
        onChange={setQuery}
      />
      {ids.length === 0 ? (
        <p className={styles.nothing} role="status">
          Aucune discussion trouvée.
        </p>
      ) : null}
      <ul aria-label="Discussions">
        {ids.map((id) => {
          const c = conversations[id]
          return c ? (
            <li key={id}>
              <ListRow
                leading={<ConversationAvatar conversation={c} own={accountId} size={44} />}
                title={conversationTitle(c, accountId)}
                onClick={() => onChoose(id)}
              />
            </li>
          ) : null
        })}
      </ul>
    </>
  )
}

/**
 * /share: content from the phone's share sheet, waiting for a conversation to be chosen. Nothing is
 * sent before the composer's own «Envoyer».
 */
export const ShareScreen = () => {
  const [, navigate] = useLocation()
  const [given, setGiven] = useState<Given | null>()
  useEffect(() => void readShared().then(setGiven, () => setGiven(null)), [])
  const thumbs = useThumbs(given)
  const cancel = (): void => {
    dropShared()
    navigate('/conversations', { replace: true })
  }
  const choose = (id: string): void => {
    if (!given) return
    handSharedToComposer(id, given)
    navigate(`/conversations/${id}`, { replace: true })
  }
  if (given === undefined)
    return (
      <>
        <h1 className="visually-hidden">Partager</h1>
        <SkeletonRows count={6} />
      </>
    )
  // the service worker did not intercept the request, so the server replied
  // (server/plugins/static.ts) and the content is lost
  if (location.search === '?recommencer' && !given)
    return (
      <EmptyState
        art={<ArtPhotos />}
        level={1}
        title="Partagez une nouvelle fois"
        text="L’application n’avait pas fini de s’installer sur cet appareil. Vos photos n’ont été ni lues ni gardées : partagez-les de nouveau depuis votre galerie."
        action={
          <Button variant="primary" href="/conversations">
            Aller aux discussions
          </Button>
        }
      />
    )
  if (given === null || (given.files.length === 0 && given.text === ''))
    return (
      <EmptyState
        art={<ArtPhotos />}
        level={1}
        title="Rien à partager"
        text="Aucune photo n’est arrivée. Recommencez depuis votre galerie."
        action={
          <Button variant="primary" href="/conversations">
            Retour aux discussions
          </Button>
        }
      />
    )
  const { length } = given.files
  const photos = plural(length, 'photo')
  const words =
    given.text === ''
      ? `${photos}, à flouter avant l’envoi si vous le voulez`
      : length > 0
        ? `${photos} et un texte, à relire et à flouter avant l’envoi si vous le voulez`
        : 'Un texte, à relire avant l’envoi'
  return (
    <div className={styles.page}>
      <PageHeader
        title="Partager avec"
        subtitle={words}
        actions={<Button onClick={cancel}>Annuler</Button>}
      />
      {thumbs.length > 0 ? (
        <ul className={styles.thumbs} aria-label="Photos reçues">
          {thumbs.map((url, i) => (
            <li key={url}>
              <img src={url} alt={`Numéro ${i + 1}`} />
            </li>
          ))}
        </ul>
      ) : null}
      {given.text === '' ? null : <p className={styles.text}>{given.text}</p>}
      <Talks onChoose={choose} />
    </div>
  )
}
