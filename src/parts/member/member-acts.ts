import { block, unblock } from '#contract/safety'
import { endRelation } from '#contract/sharing'
import { unsayMet } from '#contract/verification'
import { call } from '../../data/http/api'
import { refreshLists, refreshMember } from '../../data/http/keys'
import { toast, toastRefusal } from '../../data/state/toasts'
import { NBSP } from '../../lib/text'
import { confirm } from '../../ui/overlay/confirm'

/** Asks, then ends a relation on both sides. True when it is done. */
export const askEndRelation = async (id: string, handle: string): Promise<boolean> => {
  const yes = await confirm({
    title: `Mettre fin à la relation${NBSP}?`,
    confirmLabel: 'Mettre fin à la relation',
    danger: true,
    message: `${handle} et vous ne serez plus en relation, et les partages s’arrêtent tout de suite des deux côtés${NBSP}: prénoms, sorties et albums privés. Votre conversation reste.`,
  })
  if (!yes) return false
  try {
    await call(endRelation, { params: { id } })
    toast(`Vous n’êtes plus en relation avec ${handle}.`, { kind: 'success' })
    await Promise.all([refreshMember(id), refreshLists()])
    return true
  } catch (error) {
    toastRefusal(error, `Impossible de mettre fin à la relation. Vérifiez votre connexion.`)
    return false
  }
}

/** Asks, then takes back to have met a member. */
export const askUnmet = async (id: string, handle: string): Promise<void> => {
  const yes = await confirm({
    title: `Retirer votre parole${NBSP}?`,
    confirmLabel: 'Retirer',
    message: `${handle} n’en est pas averti.`,
  })
  if (!yes) return
  try {
    await call(unsayMet, { params: { id } })
    toast('C’est retiré.', { kind: 'success' })
    await refreshMember(id)
  } catch (error) {
    toastRefusal(error, 'Impossible de l’enregistrer. Vérifiez votre connexion.')
  }
}

/** Asks, then blocks. True when it is done. */
export const askBlock = async (id: string, handle: string): Promise<boolean> => {
  const yes = await confirm({
    title: `Bloquer ${handle}${NBSP}?`,
    confirmLabel: 'Bloquer',
    danger: true,
    message: `Vous ne vous verrez plus${NBSP}: profils, recherche, carte, présence et sorties. Votre discussion devient en lecture seule, un groupe commun reste tel quel, la relation et tous les partages prennent fin. ${handle} n’en saura rien.`,
  })
  if (!yes) return false
  try {
    await call(block, { params: { id } })
    toast(`${handle} est bloqué. Pour changer d’avis${NBSP}: Relations, Bloqués.`, {
      kind: 'success',
      durationMs: 5000,
    })
    await Promise.all([refreshMember(id), refreshLists()])
    return true
  } catch (error) {
    toastRefusal(error, 'Impossible de bloquer ce membre. Vérifiez votre connexion.')
    return false
  }
}

/** Asks, then unblocks. True when it is done. */
export const askUnblock = async (id: string, handle: string): Promise<boolean> => {
  const yes = await confirm({
    title: `Débloquer ${handle}${NBSP}?`,
    message:
      'Vous pourrez de nouveau vous voir et vous écrire. La relation et les partages ne reviennent pas d’eux-mêmes.',
    confirmLabel: 'Débloquer',
  })
  if (!yes) return false
  try {
    await call(unblock, { params: { id } })
    toast(`${handle} n’est plus bloqué.`, { kind: 'success' })
    await Promise.all([refreshMember(id), refreshLists()])
    return true
  } catch (error) {
    toastRefusal(error, 'Impossible de débloquer ce membre. Vérifiez votre connexion.')
    return false
  }
}
