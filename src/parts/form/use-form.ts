import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { ApiError } from '../../data/http/api'
import { serverMessageOf } from '../../data/http/api-error'

interface Issue {
  path: string
  message: string
}
/** Sentence by field of the body. */
export type FieldErrors = Readonly<Record<string, string | undefined>>

export interface FormState {
  readonly busy: boolean
  /** One sentence for the whole form, when no field has it. */
  readonly error: string | null
  /** Sentence for a field of the body, by its name (`body.email` → `email`). */
  readonly of: (field: string) => string | undefined
  /** The same to spread on the control: once the member edits it, what was wrong with it is no longer said. */
  readonly field: (field: string) => {
    readonly error: string | undefined
    readonly onEdit: () => void
  }
  /** `check` says what is already wrong here: all of it is shown at once, and nothing is sent. */
  readonly submit: (
    action: () => Promise<void>,
    check?: () => FieldErrors,
  ) => (event: SyntheticEvent) => void
  readonly setError: (text: string | null) => void
}

const NETWORK =
  'Pas de réseau. Vérifiez votre connexion, puis réessayez\u00a0: rien de ce que vous avez saisi n’est perdu.'
const FAILED = 'Une erreur est survenue. Réessayez dans un instant.'
const INVALID = '[aria-invalid="true"], [data-invalid] input:not(:checked)'
/** Refusals that speak of one field. */
const FIELD_OF: Readonly<Record<string, string>> = {
  handle_taken: 'account_handle',
  weak_password: 'password',
  wrong_password: 'password',
  underage: 'birthDate',
  consents_required: 'consents',
}

const issuesOf = (error: ApiError): readonly Issue[] => {
  if (Array.isArray(error.details)) return error.details as Issue[]
  const field = error.code ? FIELD_OF[error.code] : undefined
  return field ? [{ path: `body.${field}`, message: error.message }] : []
}

/**
 * Submits once at a time; what is wrong is shown at its field, the first of which gets the focus,
 * or above the button.
 */
export const useForm = (): FormState => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const form = useRef<HTMLFormElement | null>(null)
  /** Fields on the screen: an error of any other field is shown above the button. */
  const fields = useRef(new Set<string>())
  /**
   * A new error moves the focus to its field; an error that disappears during typing leaves the
   * focus alone.
   */
  const isNew = useRef(false)
  useEffect(() => {
    if (isNew.current && issues.length > 0)
      form.current?.querySelector<HTMLElement>(INVALID)?.focus()
    isNew.current = false
  }, [issues])
  const find = (found: readonly Issue[]): void => {
    isNew.current = true
    setIssues(found)
  }
  const of = (field: string): string | undefined => {
    fields.current.add(field)
    return issues.find((i) => i.path === `body.${field}`)?.message
  }
  return {
    busy,
    error,
    setError,
    of,
    field: (field) => ({
      error: of(field),
      onEdit: () =>
        setIssues((known) =>
          known.some((i) => i.path === `body.${field}`)
            ? known.filter((i) => i.path !== `body.${field}`)
            : known,
        ),
    }),
    submit: (action, check) => (event) => {
      event.preventDefault()
      if (busy) return
      form.current = event.currentTarget instanceof HTMLFormElement ? event.currentTarget : null
      const wrong = Object.entries(check?.() ?? {}).flatMap(([field, message]) =>
        message ? [{ path: `body.${field}`, message }] : [],
      )
      setError(null)
      find(wrong)
      if (wrong.length > 0) return
      setBusy(true)
      action()
        .catch((thrown: unknown) => {
          if (!(thrown instanceof ApiError)) return setError(FAILED)
          const found = issuesOf(thrown)
          find(found)
          if (thrown.status === 0) setError(NETWORK)
          else if (thrown.status === 429 && thrown.retryAfterS)
            setError(`Trop de tentatives. Réessayez dans ${thrown.retryAfterS} s.`)
          else if (
            found.length === 0 ||
            found.some((i) => !fields.current.has(i.path.replace('body.', '')))
          )
            setError(serverMessageOf(thrown) ?? FAILED)
        })
        .finally(() => setBusy(false))
    },
  }
}
