import { Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import { ApiError } from '../../data/http/api-error'
import { session } from '../../data/session/session'
import { lazyPart } from '../../data/start/lazy-part'
import { Button } from '../../ui/forms/button'
import { identitiesToAgree, identityName } from './names'
import { withDe } from '../../lib/text'

const CodeDialog = lazyPart(() => import('./code-dialog').then((m) => m.CodeDialog))

interface Props {
  /** Identities whose yes is missing. */
  readonly missing: readonly string[]
  readonly size: 'sm' | 'lg'
  readonly disabled: boolean
  /** Sends the yes of an identity; asked again with the code where the server requires one. */
  readonly agree: (identity: string, code?: string) => Promise<void>
  readonly onFailed: (error: unknown) => void
}
/** «Donner mon accord», for each identity that may agree here. */
export const AgreeButtons = ({ missing, size, disabled, agree, onFailed }: Props) => {
  const { account, mode, activeIdentityId } = useSnapshot(session)
  const [busy, setBusy] = useState<string | null>(null)
  const [coding, setCoding] = useState<string | null>(null)
  const asked = identitiesToAgree(missing, mode, activeIdentityId)
  const give = async (id: string): Promise<void> => {
    setBusy(id)
    try {
      await agree(id)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'agreement_code') setCoding(id)
      else onFailed(error)
    } finally {
      setBusy(null)
    }
  }
  return (
    <>
      {asked.map((id) => (
        <Button
          key={id}
          size={size}
          variant="primary"
          busy={busy === id}
          disabled={disabled || (busy !== null && busy !== id)}
          onClick={() => void give(id)}
        >
          {asked.length > 1 ? `Accord ${withDe(identityName(account, id))}` : 'Donner mon accord'}
        </Button>
      ))}
      <Suspense fallback={null}>
        {coding ? (
          <CodeDialog
            identity={coding}
            name={identityName(account, coding)}
            onCode={(code) => agree(coding, code)}
            onClose={() => setCoding(null)}
          />
        ) : null}
      </Suspense>
    </>
  )
}
