import { useEffect, useRef, type FocusEvent } from 'react'
import { PROFILE_DESCRIPTION_MAX } from '#contract/limits'
import { CONTEXTS, COUPLE_PRACTICES, type Person } from '#contract/profile/data'
import { CityInput } from '../../../parts/map/city-input'
import { GENDER_LABEL } from '../../../parts/member/identity-icons'
import { askLeave, useLeaveGuard } from '../../../parts/form/leave-guard'
import { Banner } from '../../../ui/feedback/banner'
import { Button } from '../../../ui/forms/button'
import { Card, type CardProps } from '../../../ui/layout/card'
import { focusAfterDialogs } from '../../../ui/overlay/focus-after'
import { IconFailure } from '../../../ui/icons/base'
import { TextArea } from '../../../ui/forms/text-area'
import type { Profile } from '../state/api'
import { AvatarEditor } from './avatar-editor'
import { inOrder, isCouple } from './form'
import { CONTEXT_LABEL, COUPLE_LABEL } from '../state/labels'
import { PersonEdit } from './person-edit'
import { RatingsEdit } from './ratings-edit'
import { useProfileForm, type ProfileForm } from './use-profile-form'
import type { EditTarget } from '../view/view'
import styles from '../profile.module.css'

/** Opens the form at `target`. `last`: the section whose field had the keyboard last. */
const useTarget = (target: EditTarget) => {
  const root = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const part = root.current?.querySelector<HTMLElement>(`[data-part='${target}']`)
    part?.scrollIntoView?.({ block: 'start' })
    focusAfterDialogs(part?.querySelector<HTMLElement>('input, textarea, select'))
  }, [target])
  const last = useRef(target)
  const onFocus = (event: FocusEvent): void => {
    last.current =
      (event.target.closest<HTMLElement>('[data-part]')?.dataset['part'] as
        | EditTarget
        | undefined) ?? last.current
  }
  return { root, last, onFocus }
}

/** One section; `name` is where editing can begin. */
const Part = ({ name, ...card }: Omit<CardProps, 'as'> & { name: EditTarget }) => (
  <div data-part={name}>
    <Card as="section" {...card} />
  </div>
)

type Fields = Pick<ProfileForm, 'form' | 'change'>

const PeopleEdit = ({
  identities,
  form,
  change,
}: Fields & { identities: Profile['account']['identities'] }) => {
  const couple = isCouple(identities)
  const person = (key: 'person1' | 'person2', part: Partial<Person>): void => {
    const before = form[key]
    if (before) change({ [key]: { ...before, ...part } })
  }
  return inOrder(identities).map((identity, i) => {
    const key = i === 0 ? 'person1' : 'person2'
    const one = form[key]
    if (!one || i > 1) return null
    return (
      <Part
        key={identity.id}
        name={key}
        title={`${identity.identity_handle} · ${GENDER_LABEL[identity.gender]}`}
      >
        {couple ? <AvatarEditor kind="identity" identity={identity} /> : null}
        <PersonEdit
          person={one}
          handle={identity.identity_handle}
          onChange={(part) => person(key, part)}
        />
      </Part>
    )
  })
}

const PracticesEdit = ({ couple, form, change }: Fields & { couple: boolean }) => (
  <>
    {couple ? (
      <Part name="couple" title="Pratiques du couple">
        <RatingsEdit
          keys={COUPLE_PRACTICES}
          labels={COUPLE_LABEL}
          values={form.couplePractices}
          comments={form.coupleComments}
          onValue={(k, v) => change({ couplePractices: { ...form.couplePractices, [k]: v } })}
          onComment={(k, t) => change({ coupleComments: { ...form.coupleComments, [k]: t } })}
        />
      </Part>
    ) : null}
    <Part name="contexts" title="Contextes appréciés">
      <RatingsEdit
        keys={CONTEXTS}
        labels={CONTEXT_LABEL}
        values={form.contextPractices}
        comments={form.contextComments}
        onValue={(k, v) => change({ contextPractices: { ...form.contextPractices, [k]: v } })}
        onComment={(k, t) => change({ contextComments: { ...form.contextComments, [k]: t } })}
      />
    </Part>
  </>
)

const SaveBar = ({
  dirty,
  busy,
  error,
  onCancel,
}: Pick<ProfileForm, 'dirty' | 'busy' | 'error'> & { onCancel: () => void }) => (
  <div className={styles.bar}>
    {error === undefined ? null : (
      <Banner tone="bad" icon={<IconFailure size={18} />}>
        Erreur lors de la mise à jour.{' '}
        {error || 'Rien de ce que vous avez écrit n’est perdu : réessayez.'}
      </Banner>
    )}
    <div className={styles.barButtons}>
      <Button onClick={onCancel}>Annuler</Button>
      <Button
        variant="primary"
        type="submit"
        busy={busy}
        busyLabel="Enregistrement…"
        disabled={!dirty}
      >
        Enregistrer
      </Button>
    </div>
  </div>
)

/** The own profile in edit mode; it opens at the section that was clicked. `onDone`: back to reading, at the section that was edited last. */
export const ProfileEditor = ({
  profile,
  target,
  onDone,
}: {
  profile: Profile
  target: EditTarget
  onDone: (at: EditTarget) => void
}) => {
  const edited = useProfileForm(profile)
  const { form, dirty, change, save } = edited
  const { account } = profile
  useLeaveGuard(dirty)
  const { root, last, onFocus } = useTarget(target)
  const done = (): void => onDone(last.current)
  const cancel = async (): Promise<void> => {
    if (!dirty || (await askLeave())) done()
  }
  return (
    // it only hears where the keyboard goes
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={root}
      className={styles.editor}
      noValidate
      aria-label="Modifier mon profil"
      onFocus={onFocus}
      onSubmit={(event) => {
        event.preventDefault()
        void save().then((ok) => (ok ? done() : undefined))
      }}
    >
      <Part name="location" title="Ville" className={styles.visible}>
        <CityInput
          label="Commune"
          value={form.location}
          onChange={(location) => change({ location })}
          hint="Jamais plus précise que la commune."
        />
      </Part>
      <Part name="description" title="Description">
        <TextArea
          label="Présentation"
          labelHidden
          value={form.description ?? ''}
          onChange={(d) => change({ description: d || null })}
          maxLength={PROFILE_DESCRIPTION_MAX}
          counter
          placeholder="Qui vous êtes, ce que vous cherchez, ce que vous aimez…"
        />
      </Part>
      <PeopleEdit identities={account.identities} form={form} change={change} />
      <PracticesEdit couple={isCouple(account.identities)} form={form} change={change} />
      <SaveBar {...edited} onCancel={() => void cancel()} />
    </form>
  )
}
