import { useState } from 'react'
import { sendFeedback } from '#contract/feedback'
import { FEEDBACK_MAX_CHARS } from '#contract/limits'
import type { PanelProps } from '../../data/state/panels'
import { call } from '../../data/http/api'
import { serverMessageOf } from '../../data/http/api-error'
import { session } from '../../data/session/session'
import { toast } from '../../data/state/toasts'
import { DialogActions } from '../../ui/overlay/dialog-actions'
import { useAsyncAction } from '../../parts/form/use-async-action'
import { Drawer } from '../../ui/overlay/drawer'
import { TextArea } from '../../ui/forms/text-area'

/**
 * Unsent text, kept while the panel is closed; dropped when another member signs in in this tab.
 */
let unsent = { accountId: session.accountId, text: '' }

/** «Un commentaire ?»: sent with the path it was written on; what was typed stays until it is sent. */
export const FeedbackPanel = ({ open, level, onClose }: PanelProps) => {
  const [text, show] = useState(() => (unsent.accountId === session.accountId ? unsent.text : ''))
  const setText = (next: string): void => {
    unsent = { accountId: session.accountId, text: next }
    show(next)
  }
  const [error, setError] = useState<string>()
  const { busy, run } = useAsyncAction()
  const send = (): void => {
    const content = text.trim()
    if (!content) return setError('Merci de saisir votre commentaire.')
    setError(undefined)
    void run(
      async () => {
        await call(sendFeedback, { body: { content, url_path: location.pathname } })
        setText('')
        onClose()
        toast('Merci pour votre commentaire.', { kind: 'success' })
      },
      (thrown) =>
        setError(
          serverMessageOf(thrown) ??
            'Envoi impossible. Votre texte est conservé, réessayez dans un instant.',
        ),
    )
  }
  return (
    <Drawer
      open={open}
      level={level}
      onClose={onClose}
      title="Un commentaire&nbsp;?"
      footer={
        <DialogActions onCancel={onClose} busy={busy} onClick={send}>
          Envoyer
        </DialogActions>
      }
    >
      <TextArea
        label="Votre commentaire"
        hint="Une idée, un souci, un mot gentil&nbsp;: nous lisons tout."
        value={text}
        onChange={setText}
        error={error}
        onEdit={() => setError(undefined)}
        maxLength={FEEDBACK_MAX_CHARS}
        minHeight={160}
        maxHeight={420}
        data-autofocus
      />
    </Drawer>
  )
}
