import { useState } from 'react'
import { ApiError } from '../../data/api'

interface Issue { path: string; message: string }

export interface FormState {
  readonly busy: boolean
  /** One sentence for the whole form. */
  readonly error: string | null
  /** Sentence for a field of the body, by its name (`body.email` → `email`). */
  readonly of: (field: string) => string | undefined
  readonly submit: (action: () => Promise<void>) => (event: { preventDefault(): void }) => void
  readonly setError: (text: string | null) => void
}

const NETWORK = 'Pas de réseau. Vérifiez votre connexion, puis réessayez : rien de ce que vous avez saisi n’est perdu.'

/** Submits once at a time; what the server refuses is shown at its field, or above the form. */
export const useForm = (): FormState => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [issues, setIssues] = useState<readonly Issue[]>([])
  return {
    busy, error, setError,
    of: (field) => issues.find((i) => i.path === `body.${field}`)?.message,
    submit: (action) => (event) => {
      event.preventDefault()
      if (busy) return
      setBusy(true)
      setError(null)
      setIssues([])
      action()
        .catch((thrown: unknown) => {
          if (!(thrown instanceof ApiError)) return setError('Une erreur est survenue. Réessayez dans un instant.')
          const details = Array.isArray(thrown.details) ? (thrown.details as Issue[]) : []
          setIssues(details)
          if (thrown.status === 0) setError(NETWORK)
          else if (thrown.status === 429 && thrown.retryAfterS) setError(`Trop de tentatives. Réessayez dans ${thrown.retryAfterS} s.`)
          else setError(thrown.message)
        })
        .finally(() => setBusy(false))
    },
  }
}
