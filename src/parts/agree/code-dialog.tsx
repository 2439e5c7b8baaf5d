import { useEffect, useEffectEvent, useState } from 'react'
import { useSnapshot } from 'valtio'
import { CODE_MIN } from '#contract/profile/agreement-code'
import { serverMessageOf } from '../../data/http/api-error'
import { session } from '../../data/session/session'
import { withDe } from '../../lib/text'
import { useAsyncAction } from '../form/use-async-action'
import { Dialog } from '../../ui/overlay/dialog'
import { DialogActions } from '../../ui/overlay/dialog-actions'
import { CodeField } from './code-field'

const FORM = 'agreement-code'

interface Props {
  /** The person who agrees. */
  readonly identity: string
  readonly name: string
  readonly onCode: (code: string) => Promise<void>
  readonly onClose: () => void
}
/** Asks for the code of a person before their agreement is given. */
export const CodeDialog = ({ identity, name, onCode, onClose }: Props) => {
  const [code, setCode] = useState('')
  const { busy, run } = useAsyncAction()
  const [error, setError] = useState<string | undefined>()
  const { mode, activeIdentityId } = useSnapshot(session)
  const acting = mode === 'both' ? mode : activeIdentityId
  const [opened] = useState(acting)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    // changed in another tab: what one has typed is not for the other at the same screen
    if (acting !== opened) close()
  }, [acting, opened])
  const give = async (): Promise<void> => {
    setError(undefined)
    await run(
      async () => {
        await onCode(code)
        onClose()
      },
      (thrown) =>
        setError(serverMessageOf(thrown) ?? 'Le réseau est coupé. Réessayez dans un instant.'),
    )
  }
  return (
    <Dialog
      open
      busy={busy}
      onClose={onClose}
      title={`Accord ${withDe(name)}`}
      description="Cet accord se donne avec son code ou sa clé."
      size="sm"
      footer={
        <DialogActions
          onCancel={onClose}
          busy={busy}
          type="submit"
          form={FORM}
          disabled={code.length < CODE_MIN}
        >
          Donner mon accord
        </DialogActions>
      }
    >
      <form
        id={FORM}
        onSubmit={(event) => {
          event.preventDefault()
          void give()
        }}
      >
        <CodeField
          identity={identity}
          label={`Code ${withDe(name)}`}
          value={code}
          onChange={(value) => {
            setError(undefined)
            setCode(value)
          }}
          error={error}
          autofocus
        />
      </form>
    </Dialog>
  )
}
