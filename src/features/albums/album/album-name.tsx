import { useRef, useState, type KeyboardEvent } from 'react'
import { mutate } from '../../../data/http/mutate'
import { updateAlbum, type Album } from '#contract/albums/albums'
import { ALBUM_NAME_MAX } from '#contract/limits'
import { call } from '../../../data/http/api'
import { memberKey } from '../../../data/http/keys'
import { ALBUM_ERRORS } from '../state/labels'
import { changedName } from '../state/model'
import styles from '../albums.module.css'

/** The name shows at once; a refusal is only logged, and the old name comes back. */
const rename = async (album: Album, name: string): Promise<void> => {
  const key = memberKey('albums', album.accountId, 'list')
  await mutate<readonly Album[]>(
    key,
    (list) => list?.map((a) => (a.id === album.id ? { ...a, name } : a)),
    { revalidate: false },
  )
  try {
    await call(updateAlbum, { params: { id: album.id }, body: { name } })
  } catch (error) {
    console.error(ALBUM_ERRORS.update, error)
  }
  void mutate(key)
}

/** The name of an album; its owner edits it in place: Enter and blur save, Escape cancels. */
export const AlbumName = ({
  album,
  editing,
  onEditing,
}: {
  album: Album
  editing: boolean
  onEditing: ((on: boolean) => void) | null
}) => {
  const touch = useRef(false)
  if (editing && onEditing) return <NameField album={album} onDone={() => onEditing(false)} />
  return (
    // the album's menu offers the same to keyboard and screen reader
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <h3
      className={styles.name}
      data-own={onEditing ? '' : undefined}
      title={onEditing ? 'Double-cliquez pour renommer' : undefined}
      onPointerDown={(e) => {
        touch.current = e.pointerType === 'touch'
      }}
      onClick={() => {
        if (touch.current) onEditing?.(true)
      }}
      onDoubleClick={() => onEditing?.(true)}
    >
      {album.name}
    </h3>
  )
}

const NameField = ({ album, onDone }: { album: Album; onDone: () => void }) => {
  const [text, setText] = useState(album.name)
  const over = useRef(false)
  const end = (save: boolean): void => {
    if (over.current) return
    over.current = true
    const name = save ? changedName(text, album.name) : null
    if (name !== null) void rename(album, name)
    onDone()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    event.stopPropagation() // Escape cancels the edit, not the panel around it
    end(event.key === 'Enter')
  }
  return (
    <input
      className={styles.nameField}
      aria-label="Nom de l’album"
      title="Nom de l’album"
      value={text}
      maxLength={ALBUM_NAME_MAX}
      enterKeyHint="done"
      ref={(field) => {
        if (field && document.activeElement !== field) field.select()
      }}
      onChange={(e) => setText(e.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => end(true)}
    />
  )
}
