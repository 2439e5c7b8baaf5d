import { useEffect, useEffectEvent, useRef, useState } from 'react'
import useSWRInfinite from 'swr/infinite'
import { listPhotos, type ConversationPhoto, type PhotoDirection } from '#contract/messaging/acts'
import { call } from '../../../data/http/api'
import { swrOptions } from '../../../data/http/cache'
import { onEvent, onResync } from '../../../data/hub/hub'
import { dateLong } from '../../../lib/dates'
import { PhotoViewer } from '../../../parts/photo/photo-viewer'
import { SignedImage } from '../../../parts/photo/signed-image'
import { ArtPhotos } from '../../../ui/art/photos'
import { Delayed } from '../../../ui/feedback/delayed'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { ErrorState } from '../../../ui/feedback/error-state'
import { Segmented } from '../../../ui/forms/segmented'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden'
import styles from '../group/group.module.css'
import { groupPhotosByMonth, photoDate } from './photo-months'
import { withDe } from '../../../lib/text'

const DIRECTIONS = [
  { value: 'received', label: 'Reçues' },
  { value: 'sent', label: 'Envoyées' },
] as const
const FAILED = 'Impossible de charger les photos. Veuillez réessayer.'
/** Several changes of photos within this time make one request, ms. */
const SETTLE_MS = 200

interface Page {
  readonly photos: ConversationPhoto[]
  readonly hasMore: boolean
}

type Direction = Exclude<PhotoDirection, 'all'>
const NO_PHOTOS = {
  received: 'Celles que l’on vous enverra ici s’afficheront dans cet onglet.',
  sent: 'Pour en envoyer une, touchez l’image à côté de votre message.',
} as const satisfies Record<Direction, string>

/** Pages of 60, revalidated when a photo of the conversation is added or removed on any page. */
const usePhotos = (id: string, direction: PhotoDirection) => {
  const pages = useSWRInfinite(
    (index: number, before: Page | null) =>
      before && !before.hasMore
        ? null
        : [
            'conversation-photos',
            id,
            direction,
            index === 0 ? '' : (before?.photos.at(-1)?.id ?? ''),
          ],
    ([, , , before]): Promise<Page> =>
      call(listPhotos, { params: { id }, query: { direction, ...(before ? { before } : {}) } }),
    // events were missed while this was unmounted: revalidate on every mount
    { ...swrOptions, revalidateFirstPage: false, revalidateOnMount: true, dedupingInterval: 0 },
  )
  const { mutate } = pages
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => void mutate(), SETTLE_MS)
    }
    const stops = [
      onEvent((event) => {
        if (event.name !== 'conversation.message.created' || event.payload.conversationId !== id)
          return
        const { media, deletedAt } = event.payload.message
        if (media.length > 0 || deletedAt !== null) again()
      }),
      onResync(again),
    ]
    return () => {
      clearTimeout(timer)
      stops.forEach((stop) => stop())
    }
  }, [id, mutate])
  return pages
}

const Waiting = () => (
  <Delayed>
    <VisuallyHidden>Chargement…</VisuallyHidden>
    <div className={styles.grid} aria-hidden="true">
      {Array.from({ length: 12 }, (_, i) => (
        <div key={i} className={styles.tile} />
      ))}
    </div>
  </Delayed>
)

const Gallery = ({
  id,
  direction,
  onNone,
}: {
  id: string
  direction: Direction
  onNone: () => void
}) => {
  const { data, error, size, setSize, mutate, isValidating } = usePhotos(id, direction)
  /** By id: added or removed photos do not change the open one. */
  const [shown, setShown] = useState<string | null>(null)
  const end = useRef<HTMLDivElement>(null)
  const isEmpty = data?.length === 1 && data[0]?.photos.length === 0
  const tell = useEffectEvent(onNone)
  /** An empty page of the cache may be out of date: only a reply of this mount counts. */
  const isAsked = useRef(false)
  useEffect(() => {
    if (isValidating) isAsked.current = true
    else if (isAsked.current && isEmpty) tell()
  }, [isValidating, isEmpty])
  const photos = data?.flatMap((p) => p.photos) ?? []
  const more = data?.at(-1)?.hasMore ?? false
  const loaded = data?.length ?? 0
  useEffect(() => {
    const node = end.current
    if (!node || !more || size > loaded) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void setSize(size + 1)
      },
      { rootMargin: '600px' },
    )
    observer.observe(node)
    return () => observer.disconnect()
  }, [more, size, loaded, setSize])
  if (error && !data) return <ErrorState text={FAILED} onRetry={() => void mutate()} />
  if (!data) return <Waiting />
  if (photos.length === 0)
    return (
      <EmptyState art={<ArtPhotos />} title="Aucune photo" text={NO_PHOTOS[direction]} level={3} />
    )
  const at = photos.findIndex((p) => p.id === shown)
  const onIndex = (index: number): void => {
    setShown(photos[index]?.id ?? null)
    if (more && index >= photos.length - 2 && size <= loaded) void setSize(size + 1)
  }
  return (
    <>
      {groupPhotosByMonth(photos).map(([month, list]) => (
        <section key={month} className={styles.monthly} aria-label={month}>
          <h3 className={styles.month}>{month}</h3>
          <div className={styles.grid}>
            {list.map((p) => (
              <div key={p.id} className={styles.tile}>
                <SignedImage media={p} variant="thumbnail" alt="" className={styles.thumb} />
                <button
                  type="button"
                  className={styles.open}
                  data-over-photo=""
                  aria-label={`Photo ${withDe(p.is_own ? 'vous' : p.sender_handle)}, ${dateLong(photoDate(p))}`}
                  onClick={() => setShown(p.id)}
                />
              </div>
            ))}
          </div>
        </section>
      ))}
      {error ? <ErrorState text={FAILED} onRetry={() => void mutate()} /> : null}
      <div ref={end} />
      <PhotoViewer
        photos={photos.map((p) => ({ id: p.id, foreign: !p.is_own }))}
        index={at < 0 ? null : at}
        onIndex={onIndex}
        onClose={() => setShown(null)}
      />
    </>
  )
}

/**
 * «Photos» of a conversation, received or sent. Another direction or conversation starts from the
 * first page.
 */
export const PhotosPanel = ({ id }: { id: string }) => {
  const [direction, setDirection] = useState<Direction>('received')
  /** Until the member chooses, the panel shows the direction that has photos. */
  const isChosen = useRef(false)
  const choose = (chosen: Direction): void => {
    isChosen.current = true
    setDirection(chosen)
  }
  return (
    <div className={styles.photos}>
      <div className={styles.photosHead}>
        <Segmented label="Photos" options={DIRECTIONS} value={direction} onChange={choose} />
      </div>
      <Gallery
        key={`${id}:${direction}`}
        id={id}
        direction={direction}
        onNone={() => {
          if (!isChosen.current) choose('sent')
        }}
      />
    </div>
  )
}
