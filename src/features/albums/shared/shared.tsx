import { useState } from 'react'
import { listAlbums, type SharedAlbum } from '#contract/albums/albums'
import { call } from '../../../data/http/api'
import { useData } from '../../../data/http/cache'
import { memberListKey } from '../../../data/http/keys'
import { openPanel } from '../../../data/state/panels'
import { foldAccents, NBSP, plural } from '../../../lib/text'
import { AccountAvatar } from '../../../parts/member/avatar'
import { ArtPhotos } from '../../../ui/art/photos'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { ErrorState } from '../../../ui/feedback/error-state'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { Button } from '../../../ui/forms/button'
import { SearchField } from '../../../ui/forms/search-field'
import { ListRow } from '../../../ui/layout/list-row'
import { untilText } from '../../../lib/until'
import styles from './shared.module.css'

/** Albums at a time. */
const PAGE = 50
/** With more than this, a search is shown above them. */
const SEARCH_FROM = 12

/** Opens in the panel of its owner's profile, where it closes when the access ends. */
const Row = ({ album }: { album: SharedAlbum }) => {
  const { id, name, mediaCount, openUntil, owner } = album
  const until = openUntil ? `, ${untilText(openUntil)}` : ''
  return (
    <li>
      <ListRow
        leading={<AccountAvatar account={owner} size={48} />}
        title={name}
        subtitle={`${owner.account_handle}${NBSP}· ${plural(mediaCount, 'photo')}${until}`}
        whole
        onClick={() => openPanel({ kind: 'profile', id: owner.id, album: id })}
      />
    </li>
  )
}

/** «Partagés avec moi»: private albums of others that are open to the member, newest first. */
export const SharedAlbums = () => {
  const { data, error, mutate } = useData<readonly SharedAlbum[]>(
    memberListKey('exposure', 'incoming'),
    async () => (await call(listAlbums, { query: { includeShared: 'true' } })).sharedAlbums,
  )
  const [shown, setShown] = useState(PAGE)
  const [typed, setTyped] = useState('')
  if (!data && error)
    return (
      <ErrorState
        text="Les albums partagés avec vous n’ont pas pu être chargés."
        onRetry={() => void mutate()}
      />
    )
  if (!data) return <SkeletonRows count={3} />
  if (data.length === 0)
    return (
      <EmptyState
        art={<ArtPhotos />}
        level={2}
        title="Aucun album partagé avec vous"
        text="Quand quelqu’un vous ouvre un album privé, vous le retrouvez ici."
      />
    )
  const words = foldAccents(typed.trim())
  const found = data.filter((a) =>
    foldAccents(`${a.name} ${a.owner.account_handle}`).includes(words),
  )
  return (
    <section aria-labelledby="shared-albums" className={styles.shared}>
      <h2 id="shared-albums" className="visually-hidden">
        Partagés avec moi
      </h2>
      {data.length > SEARCH_FROM ? (
        <SearchField
          label="Chercher un album ou un membre"
          value={typed}
          onChange={(text) => {
            setTyped(text)
            setShown(PAGE)
          }}
        />
      ) : null}
      <p className={words ? styles.count : 'visually-hidden'} role="status">
        {words ? plural(found.length, 'album') : ''}
      </p>
      <ul className={styles.list}>
        {found.slice(0, shown).map((album) => (
          <Row key={album.id} album={album} />
        ))}
      </ul>
      {found.length > shown ? (
        <Button size="sm" variant="ghost" onClick={() => setShown(shown + PAGE)}>
          {`Afficher la suite (${found.length - shown})`}
        </Button>
      ) : null}
    </section>
  )
}
