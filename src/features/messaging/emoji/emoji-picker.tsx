import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { storage } from '../../../data/device/storage'
import { SearchField } from '../../../ui/forms/search-field'
import { Popover } from '../../../ui/overlay/popover'
import { EMOJI, findEmoji, type Emoji, type EmojiGroup } from './emoji-data'
import styles from './emoji.module.css'

const RECENT_MAX = 18
const RECENT = 'Récents'
/** The emoji picked last, as far as this list has them. */
const recentGroup = (): EmojiGroup => {
  const all = EMOJI.flatMap((g) => g.emoji)
  const emoji = (storage.get('emoji_recent') ?? []).flatMap(
    (picked) => all.find((e) => e.emoji === picked) ?? [],
  )
  return { title: RECENT, emoji }
}
const noteRecent = (emoji: string): void => {
  const others = (storage.get('emoji_recent') ?? []).filter((e) => e !== emoji)
  storage.set('emoji_recent', [emoji, ...others].slice(0, RECENT_MAX))
}

/** The nearest emoji in the direction of an arrow key; rows may have different lengths. */
const nextByArrow = (
  all: readonly HTMLElement[],
  from: number,
  key: string,
): HTMLElement | undefined => {
  if (key === 'ArrowLeft') return all[from - 1]
  if (key === 'ArrowRight') return all[from + 1]
  const here = all[from]?.getBoundingClientRect()
  if (!here) return all[0]
  const isDown = key === 'ArrowDown'
  const rows = all
    .map((node) => ({ node, box: node.getBoundingClientRect() }))
    .filter(({ box }) => (isDown ? box.top > here.top + 4 : box.top < here.top - 4))
  const tops = rows.map(({ box }) => box.top)
  const row = isDown ? Math.min(...tops) : Math.max(...tops)
  return rows
    .filter(({ box }) => Math.abs(box.top - row) < 4)
    .sort((a, b) => Math.abs(a.box.left - here.left) - Math.abs(b.box.left - here.left))[0]?.node
}
/** Arrow keys walk through the emoji; from the first row up is the search field. */
const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
  // it closes the picker: the composer, focused again, would take the line break
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
  if (!event.key.startsWith('Arrow')) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-pick]')]
  const at = all.indexOf(document.activeElement as HTMLElement)
  if (at < 0 && event.key !== 'ArrowDown') return
  event.preventDefault()
  const next = at < 0 ? all[0] : nextByArrow(all, at, event.key)
  const field = event.key === 'ArrowUp' ? event.currentTarget.querySelector('input') : null
  ;(next ?? field)?.focus()
}

const Group = ({ group, onPick }: { group: EmojiGroup; onPick: (e: Emoji) => void }) =>
  group.emoji.length === 0 ? null : (
    <div role="group" aria-label={group.title} className={styles.group}>
      <p aria-hidden="true">{group.title}</p>
      <div className={styles.grid}>
        {group.emoji.map((e) => (
          <button
            key={e.emoji}
            type="button"
            data-pick=""
            aria-label={e.name}
            title={e.name}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(e)}
          >
            {e.emoji}
          </button>
        ))}
      </div>
    </div>
  )

/** Emoji by group, the last picked first, with a search by French name; stays open for several. */
export const EmojiPicker = ({
  anchor,
  onPick,
  onClose,
}: {
  anchor: HTMLElement | null
  onPick: (emoji: string) => void
  onClose: () => void
}) => {
  const [query, setQuery] = useState('')
  const inside = useRef<HTMLDivElement>(null)
  useEffect(() => inside.current?.querySelector('input')?.focus(), [])
  // as it was when it opened: the emoji must not move under the pointer
  const [recent] = useState(recentGroup)
  const found = query.trim() === '' ? null : findEmoji(query)
  const pick = (e: Emoji): void => {
    noteRecent(e.emoji)
    onPick(e.emoji)
  }
  const first = found?.[0]
  return (
    <Popover
      open
      anchor={anchor}
      onClose={onClose}
      label="Emoji"
      align="end"
      className={styles.popover}
    >
      <div ref={inside} role="none" onKeyDown={onKeyDown} className={styles.inside}>
        <SearchField
          label="Chercher un emoji"
          value={query}
          onChange={setQuery}
          onEnter={() => {
            if (!first) return
            pick(first)
            onClose()
          }}
        />
        <div className={styles.scroll}>
          {found ? (
            <Group group={{ title: 'Résultats', emoji: found }} onPick={pick} />
          ) : (
            [recent, ...EMOJI].map((g) => <Group key={g.title} group={g} onPick={pick} />)
          )}
          {found?.length === 0 ? <p role="status">Aucun emoji trouvé.</p> : null}
        </div>
      </div>
    </Popover>
  )
}
