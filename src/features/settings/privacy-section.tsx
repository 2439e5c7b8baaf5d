import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { presenceBootstrap } from '#contract/presence'
import type { Contact } from '#contract/settings'
import { storage } from '../../data/device/storage'
import { call } from '../../data/http/api'
import { loadPreferences, preferences, savePreference } from '../../data/state/preferences'
import { presences } from '../../data/session/presence'
import { closeAll, openPanel } from '../../data/state/panels'
import { toast } from '../../data/state/toasts'
import { countsVisits } from '../../data/visits'
import { NBSP } from '../../lib/text'
import { Banner } from '../../ui/feedback/banner'
import { Button } from '../../ui/forms/button'
import { IconFlag } from '../../ui/icons/people'
import { IconMap } from '../../ui/icons/nav'
import { Card } from '../../ui/layout/card'
import { SelectField } from '../../ui/forms/select-field'
import { Switch } from '../../ui/forms/switch'
import { AnswersTogether } from './together'

const CONTACTS: readonly { value: Contact; label: string }[] = [
  { value: 'everyone', label: 'Tout le monde' },
  { value: 'verified', label: 'Les membres vérifiés' },
  { value: 'relations', label: 'Mes relations' },
  { value: 'nobody', label: 'Personne de nouveau' },
]
const HINTS: Readonly<Record<Contact, string>> = {
  everyone: 'Chaque membre peut commencer une discussion avec vous.',
  verified:
    'Vos relations et les membres vérifiés peuvent commencer une discussion ou vous inviter. Les discussions commencées continuent.',
  relations:
    'Seules vos relations peuvent commencer une discussion ou vous inviter. Les discussions commencées continuent.',
  nobody:
    'Seules vos discussions commencées continuent, et seules vos relations vous invitent. Personne n’apprend ce choix.',
}
const save = (patch: Parameters<typeof savePreference>[0]): Promise<boolean> =>
  savePreference(patch).then(
    () => true,
    () => {
      toast('Ce réglage n’a pas pu être enregistré.', { kind: 'error', durationMs: 5_000 })
      return false
    },
  )
/** Reloads the presence of others: none while the member hides, all of it afterwards. */
const showPresence = async (presence: boolean): Promise<void> => {
  if (!(await save({ presence }))) return
  const answer = await call(presenceBootstrap, {}).catch(() => null)
  // not known is not offline; a member who hides sees nobody
  if (!answer && presence) return
  for (const id of Object.keys(presences)) delete presences[id]
  for (const one of answer?.presences ?? []) presences[one.accountId] = one
}

/** Consent to be counted, where this installation counts visits. */
const Audience = () => {
  const [agreed, setAgreed] = useState(() => storage.get('visits') === 'true')
  return (
    <Switch
      label="Compter mes visites"
      hint={`Sur cet appareil, l’organisation de ce site apprend quelles pages sont ouvertes${NBSP}: jamais par qui, ni quelle discussion, quel profil ou quelle sortie.`}
      checked={agreed}
      onChange={(on) => {
        if (on) storage.set('visits', 'true')
        else storage.remove('visits')
        setAgreed(on)
      }}
    />
  )
}

const ModerationLink = () => {
  const [, navigate] = useLocation()
  return (
    <Button
      href="/account/moderation"
      icon={<IconFlag size={18} />}
      onClick={(event) => {
        event.preventDefault()
        void closeAll().then(() => navigate('/account/moderation'))
      }}
    >
      Mes signalements et décisions
    </Button>
  )
}

/** «Confidentialité»: what the account lets others see, and who may turn to it. */
export const PrivacySection = () => {
  const { typing, presence, contact } = useSnapshot(preferences)
  const [failed, setFailed] = useState(false)
  const load = (): void => {
    setFailed(false)
    loadPreferences().catch(() => setFailed(true))
  }
  useEffect(load, [])
  if (failed)
    return (
      <Card as="section" label="Confidentialité">
        <Banner tone="warn" action={{ label: 'Réessayer', onClick: load }}>
          Ces réglages n’ont pas pu être chargés.
        </Banner>
      </Card>
    )
  return (
    <Card as="section" label="Confidentialité">
      <div className="stack">
        <SelectField
          label="Qui peut m’écrire"
          value={contact ?? ''}
          options={CONTACTS}
          placeholder={contact === null ? 'Chargement…' : undefined}
          hint={contact === null ? undefined : HINTS[contact]}
          disabled={contact === null}
          onChange={(v) => void save({ contact: v as Contact })}
        />
        <Switch
          label="Afficher ma présence"
          hint="Sinon, vous ne voyez pas non plus quand les autres sont en ligne."
          checked={presence ?? false}
          busy={presence === null}
          disabled={presence === null}
          onChange={(on) => void showPresence(on)}
        />
        <Switch
          label="Montrer quand j’écris"
          hint="Sinon, vous ne voyez pas non plus quand les autres écrivent."
          checked={typing ?? false}
          busy={typing === null}
          disabled={typing === null}
          onChange={(on) => void save({ typing: on })}
        />
        <AnswersTogether />
        <Button
          icon={<IconMap size={18} />}
          onClick={() => openPanel({ kind: 'settings', page: 'zones' })}
        >
          Zones discrètes
        </Button>
        {countsVisits() ? <Audience /> : null}
        <ModerationLink />
      </div>
    </Card>
  )
}
