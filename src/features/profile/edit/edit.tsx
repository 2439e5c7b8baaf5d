import { useId, type FormEvent } from 'react'
import { PROFILE_DESCRIPTION_MAX } from '#contract/limits'
import { CONTEXTS, COUPLE_PRACTICES, type Person } from '#contract/profile/data'
import { CityInput } from '../../../parts/map/city-input'
import { GENDER_LABEL } from '../../../parts/member/identity-icons'
import { confirmLeaveForm, useLeaveGuard } from '../../../parts/form/leave-guard'
import { Banner } from '../../../ui/feedback/banner'
import { Button } from '../../../ui/forms/button'
import { Drawer } from '../../../ui/overlay/drawer'
import { IconFailure } from '../../../ui/icons/base'
import { TextArea } from '../../../ui/forms/text-area'
import type { Profile } from '../state/api'
import { IdentityPicture } from './avatar-editor'
import { isCouple } from '../../../lib/couple'
import { primaryFirst } from '../state/people'
import { contextLabels, COUPLE_LABEL, TASTE_WORDS } from '../../../parts/member/trait-labels'
import { PersonEdit } from './person-edit'
import { RatingsEdit } from './ratings-edit'
import { useProfileForm, type ProfileForm } from './use-profile-form'
import type { EditTarget } from '../view/view'
import styles from '../profile.module.css'

type Fields = Pick<ProfileForm, 'form' | 'change' | 'picture' | 'choosePicture'> &
  Pick<Profile, 'account'>

const personAt = ({ identities }: Profile['account'], target: EditTarget) =>
  target === 'person1' || target === 'person2'
    ? primaryFirst(identities)[target === 'person1' ? 0 : 1]
    : undefined

const titleOf = (account: Profile['account'], target: EditTarget): string => {
  const identity = personAt(account, target)
  if (identity) return `${identity.identity_handle} · ${GENDER_LABEL[identity.gender]}`
  if (target === 'location') return 'Ville'
  if (target === 'couple') return 'Pratiques du couple'
  return target === 'contexts' ? 'Contextes appréciés' : 'Description'
}

const PersonFields = ({ at, ...fields }: Fields & { at: 'person1' | 'person2' }) => {
  const { account, form, change, picture, choosePicture } = fields
  const person = form[at]
  const identity = personAt(account, at)
  if (!person || !identity) return null
  return (
    <>
      {isCouple(account.identities) ? (
        <IdentityPicture identity={identity} chosen={picture} onChoose={choosePicture} />
      ) : null}
      <PersonEdit
        person={person}
        handle={identity.identity_handle}
        gender={identity.gender}
        couple={isCouple(account.identities)}
        onChange={(part: Partial<Person>) => change({ [at]: { ...person, ...part } })}
      />
    </>
  )
}

/** The fields of one card. */
const CardFields = ({ target, ...fields }: Fields & { target: EditTarget }) => {
  const { form, change } = fields
  switch (target) {
    case 'location':
      return (
        <CityInput
          label="Commune"
          value={form.location}
          onChange={(location) => change({ location })}
          hint="Jamais plus précise que la commune."
        />
      )
    case 'description':
      return (
        <TextArea
          label="Présentation"
          labelHidden
          value={form.description ?? ''}
          onChange={(d) => change({ description: d || null })}
          maxLength={PROFILE_DESCRIPTION_MAX}
          counter
          placeholder="Qui vous êtes, ce que vous cherchez, ce que vous aimez…"
        />
      )
    case 'person1':
    case 'person2':
      return <PersonFields {...fields} at={target} />
    case 'couple':
      return (
        <RatingsEdit
          keys={COUPLE_PRACTICES}
          labels={COUPLE_LABEL}
          words={TASTE_WORDS}
          values={form.couplePractices}
          comments={form.coupleComments}
          onValue={(k, v) => change({ couplePractices: { ...form.couplePractices, [k]: v } })}
          onComment={(k, t) => change({ coupleComments: { ...form.coupleComments, [k]: t } })}
        />
      )
    case 'contexts':
      return (
        <RatingsEdit
          keys={CONTEXTS}
          labels={contextLabels(isCouple(fields.account.identities))}
          words={TASTE_WORDS}
          values={form.contextPractices}
          comments={form.contextComments}
          onValue={(k, v) => change({ contextPractices: { ...form.contextPractices, [k]: v } })}
          onComment={(k, t) => change({ contextComments: { ...form.contextComments, [k]: t } })}
        />
      )
  }
}

const Saving = ({
  form,
  busy,
  dirty,
  error,
  onCancel,
}: Pick<ProfileForm, 'dirty' | 'busy' | 'error'> & { form: string; onCancel: () => void }) => (
  <div className={styles.saving}>
    {error === undefined ? null : (
      <Banner tone="bad" icon={<IconFailure size={18} />}>
        {error}
      </Banner>
    )}
    <div className={styles.savingButtons}>
      <Button onClick={onCancel}>Annuler</Button>
      <Button
        variant="primary"
        type="submit"
        form={form}
        busy={busy}
        busyLabel="Enregistrement…"
        disabled={!dirty}
      >
        Enregistrer
      </Button>
    </div>
  </div>
)

/** One card of the own profile in a drawer. Closing it with unsaved changes asks first. */
export const ProfileEditor = ({
  profile,
  target,
  open,
  onClose,
}: {
  profile: Profile
  target: EditTarget
  open: boolean
  onClose: () => void
}) => {
  const id = useId()
  const edited = useProfileForm(profile, target)
  const { dirty, save, giveUp } = edited
  const { account } = profile
  useLeaveGuard(open && dirty, giveUp)
  const cancel = async (): Promise<void> => {
    if (dirty && !(await confirmLeaveForm())) return
    giveUp()
    onClose()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void save().then((ok) => (ok ? onClose() : undefined))
  }
  return (
    <Drawer
      open={open}
      onClose={() => void cancel()}
      title={titleOf(account, target)}
      size="md"
      footer={<Saving {...edited} form={id} onCancel={() => void cancel()} />}
    >
      <form id={id} noValidate aria-label="Modifier mon profil" onSubmit={submit}>
        <CardFields {...edited} target={target} account={account} />
      </form>
    </Drawer>
  )
}
