import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { PushChoices } from '#contract/push'
import { shownName } from '../../data/start/config'
import { assignIdentity, push, startPush, togglePush } from '../../data/push/push'
import {
  loadPushPreferences,
  pushPreferences,
  SAVED,
  savePushPreference,
} from '../../data/push/preferences'
import { isSwitching, isSubscribed } from '../../data/push/state'
import { isInstalled } from '../../lib/device'
import { session } from '../../data/session/session'
import { GENDER_LABEL } from '../../parts/member/identity-icons'
import { Banner } from '../../ui/feedback/banner'
import { Card } from '../../ui/layout/card'
import { IconDevice } from '../../ui/icons/settings'
import { IconInfo } from '../../ui/icons/base'
import { SelectField } from '../../ui/forms/select-field'
import { Switch } from '../../ui/forms/switch'
import { pushLabel } from './push-labels'
import styles from './notifications.module.css'

const CATEGORIES = [
  ['messages', 'Messages'],
  ['invitations', 'Invitations'],
  ['confirmations', 'Demandes et confirmations'],
  ['address', 'Adresse diffusée'],
  ['outings', 'Changements et rappels de vos sorties'],
] as const satisfies readonly (readonly [keyof PushChoices, string])[]

/** The identity that uses this device; only a couple has to choose. */
const Chooser = () => {
  const { identityId, status } = useSnapshot(push)
  const { account } = useSnapshot(session)
  const identities = account?.identities ?? []
  const own = identities.find((i) => i.id === identityId)
  return (
    <>
      {identities.length > 1 ? (
        <fieldset className={styles.chooser}>
          <legend>Qui utilise cet appareil ?</legend>
          {identities.map((i) => (
            <button
              key={i.id}
              type="button"
              aria-pressed={i.id === identityId}
              // not `disabled`: that would throw the focus back to the page; what the start turns
              // on is waited for
              aria-disabled={(isSwitching(status) && status !== 'resubscribing') || undefined}
              onClick={() => void assignIdentity(i.id)}
            >
              <b>{i.identity_handle}</b>
              <small>{GENDER_LABEL[i.gender]}</small>
            </button>
          ))}
        </fieldset>
      ) : null}
      <p className={styles.note}>
        <IconDevice size={18} />
        {own ? (
          <span>
            Cet appareil est attribué à <b>{own.identity_handle}</b>.
          </span>
        ) : (
          'Cet appareil n’est attribué à personne.'
        )}
      </p>
    </>
  )
}

const HOURS = Array.from({ length: 24 }, (_, h) => ({ value: String(h * 60), label: `${h} h` }))
/** Without the other end: from 22 h to 22 h would be no hour at all. */
const hours = (own: number, other: number) =>
  HOURS.filter(({ value }) => own === other || value !== String(other))
const NIGHT = { from: 22 * 60, to: 8 * 60 }

/** Which notifications, with how much detail, and at which hours not. */
const Choices = ({ choices }: { choices: PushChoices }) => {
  const change = (patch: Partial<PushChoices>): void => void savePushPreference({ push: patch })
  const { quiet } = choices
  return (
    <>
      <div className={styles.group}>
        <h3>Me prévenir pour</h3>
        {CATEGORIES.map(([key, label]) => (
          <Switch
            key={key}
            label={label}
            checked={choices[key]}
            onChange={(on) => change({ [key]: on })}
          />
        ))}
      </div>
      <div className={styles.group}>
        <h3>Discrétion</h3>
        <Switch
          label="Afficher les détails"
          checked={choices.details}
          onChange={(details) => change({ details })}
          hint="Sinon, l’écran verrouillé ne montre que « Nouvelle activité ». Jamais de prénom ni d’adresse."
        />
        <Switch
          label="Heures calmes"
          checked={quiet !== null}
          onChange={(on) => change({ quiet: on ? NIGHT : null })}
          hint="Rien ne sonne ; ce que vous n’avez pas lu arrive ensuite."
        />
        {quiet ? (
          <div className={styles.hours}>
            <SelectField
              label="De"
              value={String(quiet.from)}
              options={hours(quiet.from, quiet.to)}
              onChange={(v) => change({ quiet: { ...quiet, from: Number(v) } })}
            />
            <SelectField
              label="À"
              value={String(quiet.to)}
              options={hours(quiet.to, quiet.from)}
              onChange={(v) => change({ quiet: { ...quiet, to: Number(v) } })}
            />
          </div>
        ) : null}
      </div>
    </>
  )
}

/** «Notifications»: this device, and the person's choices for all of theirs. */
export const Notifications = () => {
  const { status, message } = useSnapshot(push)
  const { value, loading, error, saved } = useSnapshot(pushPreferences)
  // the active identity may be known only after the first render
  const { account } = useSnapshot(session)
  const known = account !== null
  useEffect(() => void startPush(), [known])
  useEffect(() => void loadPushPreferences(), [])
  return (
    <Card as="section" label="Notifications">
      <div className={styles.stack}>
        {isInstalled() ? null : (
          <Banner tone="info" icon={<IconInfo size={20} />}>
            Installez {shownName()} sur votre écran d’accueil : les notifications arrivent alors
            comme celles de toute application.
          </Banner>
        )}
        <Chooser />
        <Switch
          label="Notifications sur cet appareil"
          hint={pushLabel(known ? status : 'initializing')}
          checked={isSubscribed(status)}
          disabled={!known}
          busy={isSwitching(status)}
          onChange={() => void togglePush()}
        />
        {message ? <Banner tone="warn">{message}</Banner> : null}
        {error && !value ? (
          <Banner
            tone="bad"
            action={{ label: 'Réessayer', onClick: () => void loadPushPreferences() }}
          >
            {error}
          </Banner>
        ) : null}
        {value ? (
          <Choices choices={value.push} />
        ) : loading ? (
          <p className={styles.note}>Chargement de vos préférences…</p>
        ) : null}
        {/* under the switches and not between them, in sight: nothing moves under the finger */}
        {error && value ? (
          <div className={styles.failed}>
            <Banner tone="bad">{error}</Banner>
          </div>
        ) : null}
        <div className={styles.said}>{saved ? <Banner tone="ok">{SAVED}</Banner> : null}</div>
      </div>
    </Card>
  )
}
