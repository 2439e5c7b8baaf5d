import { Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import { getAnswersTogether, setAnswersTogether } from '#contract/events/held-answers'
import { call } from '../../data/http/api'
import { ApiError } from '../../data/http/api-error'
import { useData } from '../../data/http/cache'
import { mutate } from '../../data/http/mutate'
import { session } from '../../data/session/session'
import { toast, toastRefusal } from '../../data/state/toasts'
import { lazyPart } from '../../data/start/lazy-part'
import { NBSP } from '../../lib/text'
import { identityName } from '../../parts/agree/names'
import { Banner } from '../../ui/feedback/banner'
import { Switch } from '../../ui/forms/switch'
import { isCouple } from '../../lib/couple'

const KEY = ['answers-together'] as const
const CodeDialog = lazyPart(() => import('../../parts/agree/code-dialog').then((m) => m.CodeDialog))

/** «À deux pour répondre aux invitations»; for couples. */
export const AnswersTogether = () => {
  const { account, mode, activeIdentityId } = useSnapshot(session)
  const couple = isCouple(account?.identities)
  const [busy, setBusy] = useState(false)
  const [coding, setCoding] = useState<string | null>(null)
  const {
    data,
    error,
    mutate: reload,
  } = useData(couple ? KEY : null, () => call(getAnswersTogether, {}, { identity: 'none' }))
  if (!couple) return null
  if (!data && error)
    return (
      <Banner tone="warn" action={{ label: 'Réessayer', onClick: () => void reload() }}>
        {`Le réglage «${NBSP}À deux pour répondre aux invitations${NBSP}» n’a pas pu être chargé.`}
      </Banner>
    )
  const rule = data?.together
  const save = async (on: boolean, as?: string | null, code?: string): Promise<void> => {
    const { together } = await call(
      setAnswersTogether,
      { body: { on, ...(code ? { code } : {}) } },
      { identity: !on && as ? { as } : 'none' },
    )
    if (together.ending_by)
      toast('C’est noté. Ce réglage prendra fin quand l’autre l’aura demandé aussi.', {
        kind: 'info',
        durationMs: 6_000,
      })
    await mutate(KEY)
  }
  const change = async (on: boolean): Promise<void> => {
    if (!on && (mode === 'both' || !activeIdentityId))
      return void toast('Choisissez d’abord l’identité de qui le demande.', {
        kind: 'info',
        durationMs: 6_000,
      })
    setBusy(true)
    try {
      await save(on, activeIdentityId)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'agreement_code') setCoding(activeIdentityId)
      else toastRefusal(error, 'Ce réglage n’a pas pu être enregistré.')
      await mutate(KEY)
    }
    setBusy(false)
  }
  return (
    <>
      <Switch
        label="À deux pour répondre aux invitations"
        hint={
          rule?.ending_by
            ? `${identityName(account, rule.ending_by)} souhaite arrêter${NBSP}: il faut que vous le demandiez tous les deux.`
            : 'Une réponse à une sortie attend l’accord de chacun. Pour arrêter, il faut aussi être deux. Quitter une sortie reste possible seul.'
        }
        checked={rule?.on ?? false}
        busy={rule === undefined || busy}
        disabled={rule === undefined}
        onChange={(on) => void change(on)}
      />
      {coding ? (
        <Suspense fallback={null}>
          <CodeDialog
            identity={coding}
            name={identityName(account, coding)}
            onCode={(code) => save(false, coding, code)}
            onClose={() => setCoding(null)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
