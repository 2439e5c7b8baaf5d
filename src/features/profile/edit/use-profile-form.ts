import { useState } from 'react'
import { mutate } from '../../../data/http/mutate'
import { saveProfile, type ProfileData } from '#contract/profile/data'
import { call } from '../../../data/http/api'
import { refusedBy } from '../../../data/http/api-error'
import { memberKey } from '../../../data/http/keys'
import { reloadMe } from '../../../data/session/session'
import { toast } from '../../../data/state/toasts'
import type { Profile } from '../state/api'
import { formOf, isSame } from './form'
import { heightError } from './height'

export interface ProfileForm {
  readonly form: ProfileData
  readonly dirty: boolean
  readonly busy: boolean
  /** What the server answered in words, or undefined. */
  readonly error: string | undefined
  change(part: Partial<ProfileData>): void
  /** True once it is saved. What was typed stays when it is not. */
  save(): Promise<boolean>
}

/** The own profile while it is edited: a copy, compared with what is saved. */
export const useProfileForm = (profile: Profile): ProfileForm => {
  const [form, setForm] = useState(() => formOf(profile.data))
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const save = async (): Promise<boolean> => {
    if (heightError(form.person1.taille) ?? heightError(form.person2?.taille ?? null)) {
      setError('Une taille ne se lit pas : écrivez-la comme 1,70 ou 170.')
      return false
    }
    setBusy(true)
    setError(undefined)
    try {
      const saved = await call(saveProfile, { body: { data: form } })
      await mutate(memberKey('profile', profile.account.id), saved, { revalidate: false })
      toast('Profil enregistré', { kind: 'success' })
      // first names are shown elsewhere too
      void reloadMe().catch(() => undefined)
      return true
    } catch (thrown) {
      setError(refusedBy(thrown) ?? '')
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    form,
    dirty: !isSame(form, formOf(profile.data)),
    busy,
    error,
    change: (part) => setForm((f) => ({ ...f, ...part })),
    save,
  }
}
