import { useId, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { cx } from '../../lib/cx'
import { foldAccents } from '../../lib/text'
import { IconCheck } from '../icons/base'
import { Popover } from './popover'
import type { Anchor } from '../layout/anchor'
import styles from './menu.module.css'

type MenuItem = {
  label: string
  icon?: ReactNode
  onSelect: () => void
  danger?: boolean | undefined
  disabled?: boolean | undefined
  /** One of a choice: a tick when true. */
  checked?: boolean | undefined
  /** A quiet word at the end. */
  note?: string | undefined
}
/** «line» separates two groups. */
export type MenuEntry = MenuItem | 'line'

/** To spread on the button that opens the menu. */
type TriggerProps = {
  onClick: (event: MouseEvent<HTMLElement>) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
}

type MenuProps = {
  label: string
  items: readonly MenuEntry[]
  align?: 'start' | 'end' | undefined
  trigger: (props: TriggerProps) => ReactNode
}

/** A button and its menu. */
export function Menu({ label, items, align, trigger }: MenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      {trigger({
        onClick: (event) => setAnchor(anchor ? null : event.currentTarget),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setAnchor(event.currentTarget)
        },
        'aria-haspopup': 'menu',
        'aria-expanded': anchor !== null,
      })}
      <MenuList
        open={anchor !== null}
        anchor={anchor}
        onClose={() => setAnchor(null)}
        label={label}
        items={items}
        align={align}
      />
    </>
  )
}

type MenuListProps = Omit<MenuProps, 'trigger'> & {
  open: boolean
  anchor: Anchor | null
  onClose: () => void
}

/**
 * The menu alone, at any anchor (a message held down, a point): arrows, Home, End, first letters,
 * Enter; Tab leaves.
 */
export function MenuList({ open, anchor, onClose, label, items, align }: MenuListProps) {
  const id = useId()
  const typed = useRef({ text: '', at: 0 })
  const [last, setLast] = useState(anchor)
  if (anchor && anchor !== last) setLast(anchor)

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
    const index = all.indexOf(document.activeElement as HTMLElement)
    const to = (target: HTMLElement | undefined): void => {
      event.preventDefault()
      target?.focus()
    }
    if (event.key === 'Tab') return (to(undefined), onClose())
    if (event.key === 'ArrowDown') return to(all[(index + 1) % all.length])
    if (event.key === 'ArrowUp') return to(all.at(index <= 0 ? -1 : index - 1))
    if (event.key === 'Home') return to(all[0])
    if (event.key === 'End') return to(all.at(-1))
    if (
      event.key.length !== 1 ||
      event.key === ' ' ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return
    // letters typed quickly are a word; a letter alone goes round the items that begin with it
    const letter = foldAccents(event.key)
    const word = (event.timeStamp - typed.current.at < 500 ? typed.current.text : '') + letter
    typed.current = { text: word, at: event.timeStamp }
    const begins = (item: HTMLElement, start: string): boolean =>
      foldAccents(item.textContent ?? '').startsWith(start)
    const round = [...all.slice(index + 1), ...all.slice(0, index + 1)]
    to(
      (word === letter ? undefined : all.find((item) => begins(item, word))) ??
        round.find((item) => begins(item, letter)),
    )
  }
  const select = (item: MenuItem): void => {
    if (item.disabled) return
    // the focus goes back first: what opens next returns it to the button, not to a vanished item
    if (last instanceof HTMLElement) last.focus()
    onClose()
    item.onSelect()
  }
  return (
    <Popover open={open} anchor={last} onClose={onClose} label={label} role="menu" align={align}>
      <div className={styles.menu} onKeyDown={onKeyDown} role="none">
        {items.map((item, index) => {
          if (item === 'line') return <hr key={`line-${index}`} className={styles.line} />
          const choice = item.checked !== undefined
          return (
            <button
              key={`${id}${item.label}`}
              type="button"
              tabIndex={-1}
              className={cx(styles.item, item.danger && styles.danger)}
              role={choice ? 'menuitemradio' : 'menuitem'}
              aria-checked={choice ? item.checked : undefined}
              aria-disabled={item.disabled || undefined}
              data-autofocus={index === 0 ? '' : undefined}
              onClick={() => select(item)}
              onPointerEnter={(event) => {
                if (event.pointerType === 'mouse')
                  event.currentTarget.focus({ preventScroll: true })
              }}
            >
              {item.icon}
              <span className={styles.label}>{item.label}</span>
              {item.note ? <span className={styles.note}>{item.note}</span> : null}
              {item.checked ? <IconCheck size={18} /> : null}
            </button>
          )
        })}
      </div>
    </Popover>
  )
}
