import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { acceptEventRules } from '#contract/events/balance'
import type { Event } from '#contract/events/events'
import type { Identity } from '#contract/profile/profile'
import { call } from '../../../data/http/api'
import { session } from '../../../data/session/session'
import { useAsyncAction } from '../../../parts/form/use-async-action'
import { NBSP, joinFr, withDe } from '../../../lib/text'
import { Button } from '../../../ui/forms/button'
import { Checkbox } from '../../../ui/forms/checkbox'
import { Card } from '../../../ui/layout/card'
import { refreshEvent } from '../state/keys'
import styles from './house-rules.module.css'

const nameOf = (p: Pick<Identity, 'firstname' | 'identity_handle'>): string =>
  p.firstname ?? p.identity_handle

/** The identities that the member acts as: both, in both mode. */
export const useActingIdentities = (): readonly Identity[] => {
  const { account, activeIdentityId } = useSnapshot(session)
  const people = (account?.identities ?? []) as readonly Identity[]
  return activeIdentityId === null ? people : people.filter((p) => p.id === activeIdentityId)
}

export const RulesText = ({ text }: { text: string }) => (
  <section className={styles.rules} aria-label="Règles de la maison">
    <b>Règles de la maison</b>
    <p>{text}</p>
  </section>
)

/** One explicit act for each person. */
export const Acceptances = ({
  people,
  ticked,
  onTick,
}: {
  people: readonly Identity[]
  ticked: readonly string[]
  onTick: (ticked: readonly string[]) => void
}) => (
  <>
    {people.map((p) => (
      <Checkbox
        key={p.id}
        label={
          people.length > 1
            ? `${nameOf(p)}${NBSP}: j’ai lu et j’accepte les règles de la maison`
            : 'J’ai lu et j’accepte les règles de la maison'
        }
        checked={ticked.includes(p.id)}
        onChange={(yes) => onTick(yes ? [...ticked, p.id] : ticked.filter((id) => id !== p.id))}
      />
    ))}
  </>
)

/** Accepts rules that changed, or for the other one of a couple. */
const AcceptRules = ({ event }: { event: Event }) => {
  const { account } = useSnapshot(session)
  const acting = useActingIdentities().filter((p) => !event.rules_accepted_by.includes(p.id))
  const [ticked, setTicked] = useState<readonly string[]>([])
  const { busy, run } = useAsyncAction()
  const others = (account?.identities ?? []).filter(
    (p) =>
      !event.rules_accepted_by.includes(p.id) &&
      (event.coming_identity_id === null || event.coming_identity_id === p.id),
  )
  const accept = async (): Promise<void> => {
    await run(
      () =>
        call(acceptEventRules, {
          params: { id: event.id },
          body: { rules_version: event.rules?.version ?? 0, accepted_by: [...ticked] },
        }),
      'Votre accord n’est pas enregistré. Vérifiez votre connexion.',
    )
    setTicked([])
    await refreshEvent(event.id)
  }
  return acting.length > 0 ? (
    <div className={styles.fields}>
      <Acceptances people={acting} ticked={ticked} onTick={setTicked} />
      <Button
        variant="primary"
        busy={busy}
        disabled={acting.some((p) => !ticked.includes(p.id))}
        onClick={() => void accept()}
      >
        J’accepte
      </Button>
    </div>
  ) : (
    <p className="quiet">
      {`Il manque l’accord ${joinFr(others.map((p) => withDe(nameOf(p))))}, donné sous son identité.`}
    </p>
  )
}

/** The house rules; with the acceptance that the address waits for. */
export const HouseRules = ({ event }: { event: Event }) =>
  event.rules ? (
    <Card as="section" title="Règles de la maison">
      <div className={styles.fields}>
        {event.rules_awaited ? (
          <p className="quiet" role="status">
            L’adresse vous sera montrée quand ces règles auront été acceptées.
          </p>
        ) : null}
        <p className={styles.text}>{event.rules.text}</p>
        {event.rules_awaited ? <AcceptRules event={event} /> : null}
      </div>
    </Card>
  ) : null
