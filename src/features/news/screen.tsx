import { Suspense, useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { NewsItem } from '#contract/news'
import { lazyPart } from '../../data/start/lazy-part'
import { ArtNews } from '../../ui/art/news'
import { Button } from '../../ui/forms/button'
import { EmptyState } from '../../ui/feedback/empty-state'
import { ErrorState } from '../../ui/feedback/error-state'
import { PageHeader } from '../../ui/layout/page-header'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows'
import { Spinner } from '../../ui/feedback/spinner'
import { useOpenInvitations } from './answers'
import { groupNews } from './groups'
import { loadMoreNews, loadNews } from './load'
import { startNews } from './realtime'
import { NewsRow } from './row'
import { hasMore, news } from './store'
import styles from './news.module.css'

/** Load the next page this far before the end, px. */
const AHEAD = '600px'

const More = ({ state }: { state: 'idle' | 'loading' | 'error' }) => {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!end.current || state !== 'idle') return undefined
    const seen = new IntersectionObserver(
      (entries) => entries.some((e) => e.isIntersecting) && void loadMoreNews(),
      { rootMargin: AHEAD },
    )
    seen.observe(end.current)
    return () => seen.disconnect()
  }, [state])
  return (
    <div ref={end} className={styles.more}>
      {state === 'error' ? (
        <>
          <p role="status">La suite ne s’est pas chargée.</p>
          <Button size="sm" onClick={() => void loadMoreNews()}>
            Réessayer
          </Button>
        </>
      ) : (
        <span role="status">
          <Spinner size={20} label="Chargement de la suite…" />
        </span>
      )}
    </div>
  )
}

const FirstSteps = lazyPart(() => import('../../parts/form/first-steps').then((m) => m.FirstSteps))

/** The news feed about one’s events, newest first; opening it marks everything as read. */
export const NewsScreen = () => {
  const feed = useSnapshot(news)
  useEffect(() => {
    startNews()
    news.watching = true
    news.fresh = {}
    void loadNews()
    return () => {
      news.watching = false
    }
  }, [])
  const items = feed.items as readonly NewsItem[]
  const invitations = useOpenInvitations(items.some((i) => i.newsType === 'event_invited'))
  return (
    <section className={styles.page} aria-label="Actualités">
      <PageHeader title="Actualités" />
      {feed.state === 'loading' || feed.state === 'idle' ? <SkeletonRows count={7} /> : null}
      {feed.state === 'error' ? (
        <ErrorState
          text="Impossible de charger vos actualités. Vérifiez votre connexion."
          onRetry={() => void loadNews()}
        />
      ) : null}
      {feed.state === 'ready' && items.length === 0 ? (
        <EmptyState
          art={<ArtNews />}
          title="Aucune actualité pour le moment"
          text="Les nouvelles de vos sorties et de vos relations arriveront ici."
          action={
            <Suspense fallback={null}>
              <FirstSteps />
            </Suspense>
          }
        />
      ) : null}
      {feed.state === 'ready'
        ? groupNews(items).map(({ title, items: group }) => (
            <section key={title} aria-label={title}>
              <h2 className={styles.day}>{title}</h2>
              <ul className={styles.list}>
                {group.map((item) => (
                  <NewsRow
                    key={item.id}
                    item={item}
                    actor={item.actorAccountId ? feed.actors[item.actorAccountId] : undefined}
                    fresh={feed.fresh[item.id] === true}
                    room={
                      item.newsType === 'event_invited'
                        ? invitations.get(item.eventId ?? '')
                        : undefined
                    }
                  />
                ))}
              </ul>
            </section>
          ))
        : null}
      {feed.state === 'ready' && hasMore(feed) ? <More state={feed.more} /> : null}
    </section>
  )
}
