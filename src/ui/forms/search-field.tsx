import { useRef } from 'react'
import { Field } from './field'
import { IconButton } from './icon-button'
import { IconClose } from '../icons/base'
import { IconSearch } from '../icons/actions'
import { Spinner } from '../feedback/spinner'
import fields from './field.module.css'
import { cx } from '../../lib/cx'

export type SearchFieldProps = {
  /** Read aloud; shown as placeholder too unless one is given. */
  label: string
  value: string
  onChange: (value: string) => void
  placeholder?: string | undefined
  busy?: boolean | undefined
  onEnter?: (() => void) | undefined
}

/** A round search box with a button that clears it; Escape clears it too when it holds text. */
export function SearchField({
  label,
  value,
  onChange,
  placeholder = label,
  busy,
  onEnter,
}: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <Field label={label} labelHidden>
      {(control) => (
        <search className={cx(fields.box, fields.round)}>
          <IconSearch size={18} />
          <input
            {...control}
            ref={input}
            type="search"
            className={fields.input}
            value={value}
            placeholder={placeholder}
            enterKeyHint="search"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') onEnter?.()
              if (event.key !== 'Escape' || !value) return
              // the panel around it stays open
              event.preventDefault()
              event.stopPropagation()
              clear()
            }}
          />
          {busy ? <Spinner size={18} /> : null}
          {value ? (
            <IconButton
              label="Effacer la recherche"
              icon={<IconClose size={18} />}
              onClick={clear}
            />
          ) : null}
        </search>
      )}
    </Field>
  )
}
