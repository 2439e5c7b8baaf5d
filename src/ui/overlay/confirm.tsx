import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from '../forms/button'
import { Dialog } from './dialog'

type ConfirmOptions = {
  title: string
  message?: string | undefined
  /** The action named by its verb; «Confirmer» when not given. */
  confirmLabel?: string | undefined
  cancelLabel?: string | undefined
  /** What is confirmed cannot be undone. */
  danger?: boolean | undefined
}
type PendingQuestion = ConfirmOptions & { answer: (yes: boolean) => void }

let queue: readonly PendingQuestion[] = []
const listeners = new Set<() => void>()
function set(next: readonly PendingQuestion[]): void {
  queue = next
  for (const listener of listeners) listener()
}

const isSame = (a: ConfirmOptions, b: ConfirmOptions): boolean =>
  a.title === b.title && a.message === b.message

/**
 * Asks; resolves to true when confirmed, false when cancelled, Escape included. One question at a
 * time, in order; false at once for one that waits already, as after two taps on what asks it.
 */
export function confirm(question: ConfirmOptions): Promise<boolean> {
  if (queue.some((asked) => isSame(asked, question))) return Promise.resolve(false)
  return new Promise((resolve) => {
    const asked: PendingQuestion = {
      ...question,
      answer: (yes) => {
        set(queue.filter((other) => other !== asked))
        resolve(yes)
      },
    }
    set([...queue, asked])
  })
}

/** Shows what `confirm` asks. Mount it once, at the root. */
export function ConfirmHost() {
  const asked = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => queue[0] ?? null,
  )
  // the next account of this page did not ask them
  useEffect(() => () => queue.forEach((one) => one.answer(false)), [])
  // the words stay while the dialog fades out
  const [last, setLast] = useState(asked)
  if (asked && asked !== last) setLast(asked)
  const shown = asked ?? last
  if (!shown) return null
  return (
    <Dialog
      open={asked !== null}
      onClose={() => shown.answer(false)}
      title={shown.title}
      description={shown.message}
      size="sm"
      alert
      level={900}
      footer={
        <>
          <Button data-autofocus="" onClick={() => shown.answer(false)}>
            {shown.cancelLabel ?? 'Annuler'}
          </Button>
          <Button variant={shown.danger ? 'danger' : 'primary'} onClick={() => shown.answer(true)}>
            {shown.confirmLabel ?? 'Confirmer'}
          </Button>
        </>
      }
    />
  )
}
