import { useEffect, useRef, useState } from 'react'
import { NBSP, withDe } from '../../lib/text'
import { useSnapshot } from 'valtio'
import type { Agreement, Agreements, Voice } from '#contract/agreements'
import { openIdentityDialog } from '../../data/session/identity-prompt'
import { session } from '../../data/session/session'
import { openPanel } from '../../data/state/panels'
import { identityName as ownName } from '../../parts/agree/names'
import { NotLoaded } from '../../parts/form/not-loaded'
import { agreementsToAnswer, refreshAgreements, useAgreements } from '../../parts/member/agreements'
import { ArtPhotos } from '../../ui/art/photos'
import { Banner } from '../../ui/feedback/banner'
import { EmptyState } from '../../ui/feedback/empty-state'
import { Page } from '../../ui/layout/page'
import { useWayBack } from '../../parts/form/use-way-back'
import { regainFocus } from '../../ui/overlay/focus-after'
import { AskedCard, GivenCard } from './cards'
import { LoginChoice } from './login-choice'
import styles from './agreements.module.css'

type NameOf = (id: string) => string

/** What to know before one answers. */
const Notices = ({
  data,
  acting,
  nameOf,
}: {
  data: Agreements
  acting: string | null
  nameOf: NameOf
}) => {
  const voice = data.persons.find((p) => p.identity_id === acting)?.voice
  return (
    <>
      {data.login.may_choose.length > 0 ? (
        <LoginChoice ids={data.login.may_choose} nameOf={nameOf} />
      ) : null}
      {acting === null && data.agreements.length > 0 ? (
        <Banner tone="info" action={{ label: 'Changer d’identité', onClick: openIdentityDialog }}>
          {`Chacun répond pour soi${NBSP}: choisissez d’abord votre identité.`}
        </Banner>
      ) : null}
      {voice === 'weak' ? (
        <Banner
          tone="warn"
          action={{
            label: 'Choisir un code',
            onClick: () => openPanel({ kind: 'settings', page: 'code' }),
          }}
        >
          Sans code, l’un de vous peut dire oui pour l’autre.
        </Banner>
      ) : null}
      {voice === 'none' ? (
        <Banner tone="info">
          {nameOf(acting ?? '')} a son propre identifiant, et répond depuis celui-ci.
        </Banner>
      ) : null}
    </>
  )
}

const Cards = ({
  title,
  list,
  all,
  Card,
  nameOf,
  ...card
}: {
  title: string
  list: readonly Agreement[]
  all: readonly Agreement[]
  Card: typeof AskedCard
  nameOf: NameOf
  voice: Voice | null
  code: string
  onCode: (code: string) => void
}) =>
  list.length === 0 ? null : (
    <section aria-label={title} className="stack">
      <h2 className={styles.title}>{title}</h2>
      {list.map((one) => (
        <Card
          key={`${one.media_id} ${one.identity_id}`}
          agreement={one}
          name={nameOf(one.identity_id)}
          missing={all
            .filter((a) => a.media_id === one.media_id && a.identity_id !== one.identity_id)
            .filter((a) => a.state !== 'yes')
            .map((a) => withDe(nameOf(a.identity_id)))}
          onDone={() => void refreshAgreements()}
          {...card}
        />
      ))}
    </section>
  )

/** A card that was answered leaves the list: the one that takes its place gets the keyboard. */
const useCardFocus = (asked: readonly Agreement[]) => {
  const place = useRef<HTMLElement>(null)
  const before = useRef(asked)
  useEffect(() => {
    const gone = before.current.findIndex(
      (a) => !asked.some((b) => b.media_id === a.media_id && b.identity_id === a.identity_id),
    )
    const isShorter = asked.length < before.current.length
    before.current = asked
    if (!isShorter) return
    const cards = place.current?.querySelectorAll<HTMLElement>('[data-asked]') ?? []
    regainFocus(() => cards[Math.min(gone, cards.length - 1)] ?? place.current)
  })
  return place
}

/** Requests and answers of one person. The code that they type ends with it. */
const Content = ({
  data,
  acting,
  nameOf,
}: {
  data: Agreements
  acting: string | null
  nameOf: NameOf
}) => {
  const asked = agreementsToAnswer(data, acting)
  const others = agreementsToAnswer(data, null).filter((a) => !asked.includes(a))
  const given = data.agreements.filter(
    (a) => a.state !== 'asked' && !a.corrected && (acting === null || a.identity_id === acting),
  )
  const voice = data.persons.find((p) => p.identity_id === acting)?.voice ?? null
  const [code, setCode] = useState('')
  const card = { nameOf, voice, code, onCode: setCode, all: data.agreements }
  const place = useCardFocus(asked)
  return (
    <section ref={place} className="stack" aria-label="Vos accords" tabIndex={-1}>
      <Notices data={data} acting={acting} nameOf={nameOf} />
      {data.agreements.length === 0 ? (
        <EmptyState
          art={<ArtPhotos />}
          level={2}
          title="Aucun accord"
          text={`Quand vous ajoutez une photo, dites qui est dessus${NBSP}: l’autre la retrouve ici.`}
        />
      ) : null}
      <Cards title="En attente de votre accord" Card={AskedCard} list={asked} {...card} />
      {others.length > 0 ? (
        <p className="quiet">
          {others.length > 1 ? `${others.length} photos attendent` : 'Une photo attend'} la réponse{' '}
          {[...new Set(others.map((a) => withDe(nameOf(a.identity_id))))].join(' et ')}.
        </p>
      ) : null}
      <Cards title="Vos réponses" Card={GivenCard} list={given} {...card} />
    </section>
  )
}

/** Photos of the couple: those that wait for the acting identity, then what it has answered. */
export const AgreementsScreen = () => {
  const back = useWayBack({ label: 'Retour au profil', go: '/profile' })
  const { account, activeIdentityId } = useSnapshot(session)
  const { data, error, mutate } = useAgreements()
  const nameOf = (id: string): string => ownName(account, id)
  const acting = activeIdentityId ?? data?.login.identity_id ?? null
  return (
    <Page
      title="Accords"
      {...back}
      subtitle="Une photo où l’on vous voit n’est montrée à d’autres qu’avec votre accord."
    >
      {data ? (
        // with the code of one, the other could say yes in their place
        <Content key={acting ?? 'both'} data={data} acting={acting} nameOf={nameOf} />
      ) : (
        <NotLoaded
          error={error}
          gone="Ces accords ne sont plus accessibles."
          rows={2}
          onRetry={() => void mutate()}
        />
      )}
    </Page>
  )
}
