import { useEffect, useState } from 'react'
import { mutate } from '../../../data/http/mutate'
import { getProfile, saveProfile, type ProfileData } from '#contract/profile/data'
import { call } from '../../../data/http/api'
import { refusalMessageOf } from '../../../data/http/api-error'
import { memberKey } from '../../../data/http/keys'
import { reloadMe } from '../../../data/session/session'
import { keptForm } from '../../../parts/form/kept-form'
import { toast } from '../../../data/state/toasts'
import type { Profile } from '../state/api'
import type { EditTarget } from '../view/view'
import { PICTURE_FAILED, savePicture, uploadPicture } from './save-picture'
import { isDeepEqual, mergeChanges, profileFormOf } from './form'
import { heightError } from './height'

/** A new picture of one identity, on the device until the form is saved. */
export interface ChosenPicture {
  readonly identityId: string
  /** null: the picture is taken away. */
  readonly square: Blob | null
}

export interface ProfileForm {
  readonly form: ProfileData
  readonly picture: ChosenPicture | null
  readonly dirty: boolean
  readonly busy: boolean
  /** Why it was not saved, in words. */
  readonly error: string | undefined
  change(part: Partial<ProfileData>): void
  choosePicture(picture: ChosenPicture): void
  /** True once it is saved. What was typed stays when it is not. */
  save(): Promise<boolean>
  /** Closed without saving. */
  giveUp(): void
}

const failed = (what: string, thrown: unknown): string =>
  `${what}. ${refusalMessageOf(thrown) || 'Rien de ce que vous avez écrit n’est perdu\u00a0: réessayez.'}`

/** The own profile while one card of it is edited: a copy, compared with what is saved. */
export const useProfileForm = (profile: Profile, target: EditTarget): ProfileForm => {
  // by card: saving one card must not save what was typed in another
  const [start, setStart] = useState(() => profileFormOf(profile.data))
  const [kept] = useState(() => keptForm(`profile-${target}`, start, { merge: mergeChanges }))
  const [form, setForm] = useState(kept.read)
  useEffect(() => kept.keep(form), [kept, form])
  const [picture, choosePicture] = useState<ChosenPicture | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const isChanged = !isDeepEqual(form, start)

  const saveChosen = async ({ identityId, square }: ChosenPicture): Promise<void> => {
    await savePicture(identityId, square && (await uploadPicture(square)))
    // a failure of the fields must not send the picture again
    choosePicture(null)
  }
  const saveForm = async (): Promise<void> => {
    const { id } = profile.account
    // a save replaces the whole profile: what the other of a couple has saved since is kept
    const now = await call(getProfile, { params: { id } })
    const data = mergeChanges(profileFormOf(now.data), start, form)
    const saved = await call(saveProfile, { body: { data } })
    setStart(form)
    await mutate(memberKey('profile', id), saved, { revalidate: false })
    // first names are shown elsewhere too
    void reloadMe().catch(() => undefined)
  }
  const save = async (): Promise<boolean> => {
    if (heightError(form.person1.taille) ?? heightError(form.person2?.taille ?? null)) {
      setError('Une taille ne se lit pas\u00a0: écrivez-la comme 1,70 ou 170.')
      return false
    }
    setBusy(true)
    setError(undefined)
    let what = PICTURE_FAILED
    try {
      if (picture) await saveChosen(picture)
      what = 'Erreur lors de la mise à jour'
      if (isChanged) await saveForm()
      kept.forget()
      toast('Profil enregistré', { kind: 'success' })
      return true
    } catch (thrown) {
      setError(failed(what, thrown))
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    form,
    picture,
    dirty: isChanged || picture !== null,
    busy,
    error,
    change: (part) => setForm((f) => ({ ...f, ...part })),
    choosePicture,
    save,
    giveUp: kept.forget,
  }
}
