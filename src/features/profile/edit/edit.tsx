import { useEffect, useRef } from 'react'
import { PROFILE_DESCRIPTION_MAX } from '#contract/limits'
import { CONTEXTS, COUPLE_PRACTICES, type Person } from '#contract/profile/data'
import { CityInput } from '../../../parts/map/city-input'
import { GENDER_LABEL } from '../../../parts/member/identity-icons'
import { askLeave, useLeaveGuard } from '../../../parts/form/leave-guard'
import { Banner } from '../../../ui/feedback/banner'
import { Button } from '../../../ui/forms/button'
import { Card } from '../../../ui/layout/card'
import { focusAfterDialogs } from '../../../ui/overlay/focus-after'
import { IconFailure } from '../../../ui/icons/base'
import { TextArea } from '../../../ui/forms/text-area'
import type { Profile } from '../state/api'
import { AvatarEditor } from './avatar-editor'
import { inOrder, isCouple } from './form'
import { CONTEXT_LABEL, COUPLE_LABEL } from '../state/labels'
import { PersonEdit } from './person-edit'
import { RatingsEdit } from './ratings-edit'
import { useProfileForm } from './use-profile-form'
import type { EditTarget } from '../view/view'
import styles from '../profile.module.css'

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
  const { form, dirty, busy, error, change, save } = useProfileForm(profile)
  const root = useRef<HTMLFormElement>(null)
  const { account } = profile
  const couple = isCouple(account.identities)
  useLeaveGuard(dirty)
  useEffect(() => {
    const part = root.current?.querySelector<HTMLElement>(`[data-part='${target}']`)
    part?.scrollIntoView?.({ block: 'start' })
    focusAfterDialogs(part?.querySelector<HTMLElement>('input, textarea, select'))
  }, [target])
  /** The section whose field had the keyboard last. */
  const last = useRef(target)
  const done = (): void => onDone(last.current)
  const cancel = async (): Promise<void> => {
    if (!dirty || (await askLeave())) done()
  }
  const person = (key: 'person1' | 'person2', part: Partial<Person>): void => {
    const before = form[key]
    if (before) change({ [key]: { ...before, ...part } })
  }
  return (
    // it only hears where the keyboard goes
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={root}
      className={styles.editor}
      noValidate
      aria-label="Modifier mon profil"
      onFocus={(event) => {
        last.current =
          (event.target.closest<HTMLElement>('[data-part]')?.dataset['part'] as
            | EditTarget
            | undefined) ?? last.current
      }}
      onSubmit={(event) => {
        event.preventDefault()
        void save().then((ok) => (ok ? done() : undefined))
      }}
    >
      <div data-part="location">
        <Card as="section" title="Ville" className={styles.visible}>
          <CityInput
            label="Commune"
            value={form.location}
            onChange={(location) => change({ location })}
            hint="Jamais plus précise que la commune."
          />
        </Card>
      </div>
      <div data-part="description">
        <Card as="section" title="Description">
          <TextArea
            label="Présentation"
            labelHidden
            value={form.description ?? ''}
            onChange={(d) => change({ description: d || null })}
            maxLength={PROFILE_DESCRIPTION_MAX}
            counter
            placeholder="Qui vous êtes, ce que vous cherchez, ce que vous aimez…"
          />
        </Card>
      </div>
      {inOrder(account.identities).map((identity, i) => {
        const key = i === 0 ? 'person1' : 'person2'
        const one = form[key]
        if (!one || i > 1) return null
        return (
          <div key={identity.id} data-part={key}>
            <Card
              as="section"
              title={`${identity.identity_handle} · ${GENDER_LABEL[identity.gender]}`}
            >
              {couple ? <AvatarEditor kind="identity" identity={identity} /> : null}
              <PersonEdit
                person={one}
                handle={identity.identity_handle}
                onChange={(part) => person(key, part)}
              />
            </Card>
          </div>
        )
      })}
      {couple ? (
        <div data-part="couple">
          <Card as="section" title="Pratiques du couple">
            <RatingsEdit
              keys={COUPLE_PRACTICES}
              labels={COUPLE_LABEL}
              values={form.couplePractices}
              comments={form.coupleComments}
              onValue={(k, v) => change({ couplePractices: { ...form.couplePractices, [k]: v } })}
              onComment={(k, t) => change({ coupleComments: { ...form.coupleComments, [k]: t } })}
            />
          </Card>
        </div>
      ) : null}
      <div data-part="contexts">
        <Card as="section" title="Contextes appréciés">
          <RatingsEdit
            keys={CONTEXTS}
            labels={CONTEXT_LABEL}
            values={form.contextPractices}
            comments={form.contextComments}
            onValue={(k, v) => change({ contextPractices: { ...form.contextPractices, [k]: v } })}
            onComment={(k, t) => change({ contextComments: { ...form.contextComments, [k]: t } })}
          />
        </Card>
      </div>
      <div className={styles.bar}>
        {error === undefined ? null : (
          <Banner tone="bad" icon={<IconFailure size={18} />}>
            Erreur lors de la mise à jour.{' '}
            {error || 'Rien de ce que vous avez écrit n’est perdu : réessayez.'}
          </Banner>
        )}
        <div className={styles.barButtons}>
          <Button onClick={() => void cancel()}>Annuler</Button>
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
    </form>
  )
}
