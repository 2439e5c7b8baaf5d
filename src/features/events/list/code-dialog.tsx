import { useState } from 'react'
import { joinBySlug } from '#contract/events/events'
import { call } from '../../../data/http/api'
import { mutate } from '../../../data/http/mutate'
import { ApiError, serverMessageOf } from '../../../data/http/api-error'
import { DialogActions } from '../../../ui/overlay/dialog-actions'
import { useAsyncAction } from '../../../parts/form/use-async-action'
import { Dialog } from '../../../ui/overlay/dialog'
import { TextField } from '../../../ui/forms/text-field'
import { cacheEvent, closedReasonOf, requestsKey } from '../state/keys'

const FAILED = 'Impossible d’utiliser ce code. Vérifiez votre connexion.'

// one sentence for a wrong code, an old one and one that opens nothing
const UNKNOWN = 'Ce code n’ouvre aucune sortie. Vérifiez-le avec qui vous l’a donné.'
const wordsOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 404 ? UNKNOWN : (serverMessageOf(error) ?? FAILED)

/**
 * The code of a published event is an invitation to it. Returns the event's id, also for an event
 * that the member left, or where the request waits for both: its closed page explains it.
 */
export const joinWithCode = async (slug: string): Promise<string> => {
  try {
    const { event, waits } = await call(joinBySlug, { body: { slug } })
    if (event) await cacheEvent(event)
    else await mutate(requestsKey)
    return event?.id ?? waits ?? slug
  } catch (error) {
    const left = closedReasonOf(error)
    if (left) return left.id
    throw error
  }
}

export const CodeDialog = ({
  onClose,
  onFound,
}: {
  onClose: () => void
  onFound: (id: string) => void
}) => {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const { busy, run } = useAsyncAction()
  const send = async (): Promise<void> => {
    if (code.trim() === '') return setError('Écrivez le code que l’on vous a donné.')
    const id = await run(
      () => joinWithCode(code.trim().toLowerCase()),
      (e) => setError(wordsOf(e)),
    )
    if (id) onFound(id)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="J’ai un code de partage"
      description="Le code d’une sortie vous y invite, ou permet de demander à venir."
      size="sm"
      level={700}
      footer={
        <DialogActions onCancel={onClose} busy={busy} onClick={() => void send()}>
          Ouvrir la sortie
        </DialogActions>
      }
    >
      <TextField
        label="Code"
        value={code}
        error={error}
        onChange={(v) => {
          setCode(v)
          setError(undefined)
        }}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        data-autofocus=""
        onKeyDown={(e) => {
          if (e.key === 'Enter') {
            e.preventDefault()
            void send()
          }
        }}
      />
    </Dialog>
  )
}
