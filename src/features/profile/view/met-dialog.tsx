import { useCallback, useEffect, useState } from 'react'
import { MET_CODE_DIGITS, MET_CODE_S, sayMet, showMetCode } from '#contract/verification'
import { call } from '../../../data/http/api'
import { onEvent } from '../../../data/hub/hub'
import { serverMessageOf } from '../../../data/http/api-error'
import { refreshMember } from '../../../data/http/keys'
import { toast } from '../../../data/state/toasts'
import { NBSP, withQue } from '../../../lib/text'
import { SubmitRow } from '../../../parts/form/submit'
import { useForm } from '../../../parts/form/use-form'
import { ErrorState } from '../../../ui/feedback/error-state'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { Button } from '../../../ui/forms/button'
import { Segmented } from '../../../ui/forms/segmented'
import { TextField } from '../../../ui/forms/text-field'
import { Dialog } from '../../../ui/overlay/dialog'
import styles from './met-dialog.module.css'

type CodeState = { code: string; leftS: number } | { failed: string } | null

/**
 * A new code each 30 s, counted on this device: its clock may differ from the server’s. A hidden
 * tab requests none.
 */
const useCode = (id: string): { shown: CodeState; again: () => void } => {
  const [turn, setTurn] = useState(0)
  const [shown, setShown] = useState<CodeState>(null)
  useEffect(() => {
    let gone = false
    let timer: ReturnType<typeof setInterval> | undefined
    call(showMetCode, { params: { id } }).then(
      ({ code }) => {
        if (gone) return
        const end = Date.now() + MET_CODE_S * 1000
        setShown({ code, leftS: MET_CODE_S })
        timer = setInterval(() => {
          const leftS = Math.ceil((end - Date.now()) / 1000)
          if (leftS > 0) return setShown({ code, leftS })
          if (document.hidden) return
          clearInterval(timer)
          setTurn((n) => n + 1)
        }, 1000)
      },
      (error: unknown) => {
        if (!gone) setShown({ failed: serverMessageOf(error) ?? 'Impossible d’obtenir un code.' })
      },
    )
    return () => {
      gone = true
      clearInterval(timer)
    }
  }, [id, turn])
  return {
    shown,
    again: () => {
      setShown(null)
      setTurn((n) => n + 1)
    },
  }
}

interface ShowProps {
  readonly id: string
  readonly handle: string
  readonly onUsed: () => void
}

const Show = ({ id, handle, onUsed }: ShowProps) => {
  const { shown, again } = useCode(id)
  useEffect(
    () =>
      onEvent(({ name, payload }) => {
        if (name === 'account.relation.updated' && payload.withAccountId === id && payload.usedCode)
          onUsed()
      }),
    [id, onUsed],
  )
  if (shown && 'failed' in shown) return <ErrorState text={shown.failed} onRetry={again} />
  return (
    <div className="stack">
      {shown ? (
        <output className={styles.code} aria-label="Votre code">
          {shown.code.slice(0, 3)}
          {NBSP}
          {shown.code.slice(3)}
        </output>
      ) : (
        <Skeleton h="64px" />
      )}
      <p className="quiet">
        {shown ? `Un autre le remplace dans ${shown.leftS}${NBSP}s. ` : ''}
        {`Dès ${withQue(handle)} l’a saisi, cette fenêtre vous le dit.`}
      </p>
    </div>
  )
}

const Enter = ({ id, handle, onDone }: { id: string; handle: string; onDone: () => void }) => {
  const [code, setCode] = useState('')
  const form = useForm()
  const send = async (): Promise<void> => {
    await call(sayMet, { params: { id }, body: { code } })
    toast('Merci, c’est noté.', { kind: 'success' })
    onDone()
  }
  return (
    <form
      className="stack"
      aria-label="Saisir le code"
      onSubmit={form.submit(send, () => ({
        code:
          code.length === MET_CODE_DIGITS
            ? undefined
            : `Saisissez les ${MET_CODE_DIGITS} chiffres.`,
      }))}
    >
      <TextField
        label={`Code affiché chez ${handle}`}
        value={code}
        onChange={(text) => setCode(text.replace(/\D/g, '').slice(0, MET_CODE_DIGITS))}
        inputMode="numeric"
        autoComplete="off"
        {...form.field('code')}
      />
      <SubmitRow form={form}>Valider</SubmitRow>
    </form>
  )
}

/** «Rencontrés en vrai»: side by side, one shows a code and the other types it in. */
export const MetDialog = ({
  id,
  handle,
  onClose,
}: {
  id: string
  handle: string
  onClose: () => void
}) => {
  const [side, setSide] = useState<'show' | 'enter'>('show')
  const [isUsed, setUsed] = useState(false)
  const noteUsed = useCallback(() => setUsed(true), [])
  const close = (): void => {
    onClose()
    // the other may have typed it in, which the menu then shows
    void refreshMember(id)
  }
  if (isUsed)
    return (
      <Dialog
        open
        onClose={close}
        title="C’est fait"
        description={`${handle} a saisi votre code. Merci${NBSP}: c’est noté.`}
        size="sm"
        level={890}
        footer={
          <Button variant="primary" data-autofocus="" onClick={close}>
            Terminé
          </Button>
        }
      />
    )
  return (
    <Dialog
      open
      onClose={close}
      title="Rencontrés en vrai"
      description={`Côte à côte avec ${handle}, l’un montre un code et l’autre le saisit. Quand deux membres vérifiés ont rencontré quelqu’un, son profil porte «${NBSP}rencontré en vrai${NBSP}». Aucun membre n’apprend qui l’a dit.`}
      size="sm"
      level={890}
    >
      <div className="stack">
        <Segmented
          label="Qui montre le code"
          options={[
            { value: 'show', label: 'Montrer un code' },
            { value: 'enter', label: 'Saisir le sien' },
          ]}
          value={side}
          onChange={setSide}
          block
        />
        {side === 'show' ? (
          <Show id={id} handle={handle} onUsed={noteUsed} />
        ) : (
          <Enter id={id} handle={handle} onDone={close} />
        )}
      </div>
    </Dialog>
  )
}
