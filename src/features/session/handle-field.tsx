import { useEffect, useState } from 'react'
import { HANDLE_MIN } from '#contract/limits'
import { checkHandle } from '#contract/profile/profile'
import { call } from '../../data/http/api'
import type { FormState } from '../../parts/form/use-form'
import { TextField } from '../../ui/forms/text-field'
import styles from './session.module.css'

/** Pause in typing after which the handle is checked, ms. */
const PAUSE_MS = 400

/** Whether a handle that is well formed is free; null while that is not known, also without network. */
const useFree = (handle: string, wellFormed: boolean): boolean | null => {
  const [known, setKnown] = useState<{ readonly handle: string; readonly free: boolean } | null>(
    null,
  )
  useEffect(() => {
    if (!wellFormed) return undefined
    const asking = new AbortController()
    const timer = setTimeout(() => {
      call(checkHandle, { body: { handle } }, { signal: asking.signal }).then(
        ({ free }) => setKnown({ handle, free }),
        () => undefined,
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [handle, wellFormed])
  return known?.handle === handle ? known.free : null
}

/** What is shown of it while it is typed; not that it is too short yet. */
const saidOf = (handle: string, wrong: string | undefined, free: boolean | null): string => {
  if (wrong !== undefined) return handle.length >= HANDLE_MIN ? wrong : ''
  if (free === null) return ''
  return free ? `${handle} est libre.` : `${handle} est déjà pris.`
}

/** A pseudo, checked while it is typed. `wrong`: what the rules say against it. */
export const HandleField = ({
  label,
  hint,
  value,
  wrong,
  field,
  onChange,
}: {
  label: string
  hint: string
  value: string
  wrong: string | undefined
  field: ReturnType<FormState['field']>
  onChange: (value: string) => void
}) => {
  const handle = value.trim()
  const free = useFree(handle, wrong === undefined)
  return (
    <div>
      <TextField
        label={label}
        hint={hint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={onChange}
        {...field}
      />
      <p
        className={styles.checked}
        data-free={wrong === undefined ? (free ?? undefined) : false}
        role="status"
      >
        {field.error ? '' : saidOf(handle, wrong, free)}
      </p>
    </div>
  )
}
