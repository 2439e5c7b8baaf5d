import { useLayoutEffect, useRef, type Ref, type TextareaHTMLAttributes } from 'react'
import { cx } from '../../lib/cx'
import { formatNumber } from '../../lib/text'
import { cssVars } from '../layout/css-vars'
import { Field, type FieldShell } from './field'
import styles from './field.module.css'

type TextAreaProps = FieldShell &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value' | 'onChange'> & {
    value: string
    onChange: (value: string) => void
    /** Heights in px between which it grows with its text; 96 and 240 when not given. */
    minHeight?: number | undefined
    maxHeight?: number | undefined
    /** Shows «120 / 500» (needs `maxLength`). */
    counter?: boolean | undefined
    /** round: the composer of a conversation. */
    variant?: 'box' | 'round' | undefined
    ref?: Ref<HTMLTextAreaElement> | undefined
  }

/** Several lines of text; the box grows with them, then scrolls. */
export function TextArea({
  label,
  hint,
  error,
  onEdit,
  labelHidden,
  value,
  onChange,
  minHeight = 96,
  maxHeight = 240,
  counter,
  variant = 'box',
  ref,
  required,
  ...rest
}: TextAreaProps) {
  const own = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const area = own.current
    // `field-sizing` does it in CSS; this is for the browsers without
    if (!area || globalThis.CSS?.supports?.('field-sizing', 'content')) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight}px`
  }, [value])
  const note =
    counter && rest.maxLength ? (
      <span className="figures">
        {formatNumber(value.length)} / {formatNumber(rest.maxLength)}
      </span>
    ) : null
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      onEdit={onEdit}
      labelHidden={labelHidden}
      required={required}
      note={note}
    >
      {(control) => (
        <div
          className={cx(styles.box, variant === 'round' && styles.round)}
          style={cssVars({ '--min': `${minHeight}px`, '--max': `${maxHeight}px` })}
        >
          <textarea
            {...rest}
            {...control}
            required={required}
            className={cx(styles.input, styles.area)}
            value={value}
            rows={1}
            ref={(node) => {
              own.current = node
              if (typeof ref === 'function') return ref(node)
              if (ref) ref.current = node
            }}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}
