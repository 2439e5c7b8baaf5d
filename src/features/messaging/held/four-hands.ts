import { proxy } from 'valtio'
import { ApiError } from '../../../data/http/api-error'
import { session } from '../../../data/session/session'
import { toast, toastRefusal } from '../../../data/state/toasts'
import { confirm } from '../../../ui/overlay/confirm'
import { refreshList } from '../state/list-api'
import { requestFourHands } from '../state/held'
import { identityName } from '../../../parts/agree/names'

const attempt = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work()
    refreshList()
  } catch (error) {
    toastRefusal(error, 'Ce réglage n’a pas pu être enregistré.')
  }
}

export const startFourHands = (id: string): Promise<void> =>
  attempt(async () => void (await requestFourHands(id, true)))

/**
 * The identity whose code the bar above the composer requests, to end the rule of a conversation.
 */
export const codeRequest = proxy<{ asked: { id: string; identity: string } | null }>({
  asked: null,
})

/** An identity's request to end the rule; the second one ends it. Rejects with a refusal. */
export const requestEndOfFourHands = async (
  id: string,
  identity: string,
  code?: string,
): Promise<void> => {
  const isOn = await requestFourHands(id, false, identity, code)
  // the bar leaves the screen with the rule
  codeRequest.asked = null
  const other = session.account?.identities.find((i) => i.id !== identity)?.id ?? ''
  toast(
    isOn
      ? `C’est noté. ${identityName(session.account, other)} doit le demander aussi.`
      : 'Vos messages partent de nouveau tout de suite. Ce qui attendait attend encore.',
    { kind: 'info', durationMs: 6_000 },
  )
  refreshList()
}
export const endFourHands = (id: string, identity: string): Promise<void> =>
  attempt(() =>
    requestEndOfFourHands(id, identity).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'agreement_code') throw error
      codeRequest.asked = { id, identity }
    }),
  )

/** From the conversation's menu. */
export const confirmFourHands = async (id: string, isOn: boolean): Promise<void> => {
  if (!isOn) {
    const yes = await confirm({
      title: 'Écrire à quatre mains ?',
      message:
        'Ici, ce que vous écrivez en « tous les deux » attendra l’accord de chacun avant de partir. Personne d’autre ne le voit. Pour arrêter, il faudra aussi être deux. Sur un appareil partagé, l’application ne peut pas savoir qui le tient.',
      confirmLabel: 'Écrire à quatre mains',
    })
    return yes ? startFourHands(id) : undefined
  }
  const { mode, activeIdentityId } = session
  if (mode === 'both' || !activeIdentityId)
    return void toast(
      'Choisissez d’abord qui de vous deux le demande, à côté du champ de saisie.',
      {
        kind: 'info',
        durationMs: 6_000,
      },
    )
  return endFourHands(id, activeIdentityId)
}
