import { Fragment } from 'react'
import { useSnapshot } from 'valtio'
import { openIdentityDialog } from '../../data/session/identity-prompt'
import { session } from '../../data/session/session'
import { openPanel } from '../../data/state/panels'
import { dateLong } from '../../lib/dates'
import { NBSP } from '../../lib/text'
import { identityName as ownName } from '../../parts/agree/names'
import { NotLoaded } from '../../parts/form/not-loaded'
import { ArtConversations } from '../../ui/art/conversations'
import { Banner } from '../../ui/feedback/banner'
import { EmptyState } from '../../ui/feedback/empty-state'
import { ListRow } from '../../ui/layout/list-row'
import { Page } from '../../ui/layout/page'
import { useWayBack } from '../../parts/form/use-way-back'
import { useLiveParting, usePastTalks } from './api'
import { AskForm } from './ask-form'
import { Events, Photos, Relations } from './choices'
import { OpenCard } from './open-card'
import styles from './parting.module.css'

/** «Discussions d’avant»; nothing for who never left an account. */
const PastTalks = () => {
  const { data, error, mutate } = usePastTalks()
  if (!data && error)
    return (
      <Banner tone="warn" action={{ label: 'Réessayer', onClick: () => void mutate() }}>
        Vos discussions d’avant n’ont pas pu être chargées.
      </Banner>
    )
  if (!data || data.talks.length === 0) return null
  return (
    <section className={styles.card} aria-labelledby="past-talks">
      <h2 className={styles.title} id="past-talks">
        Discussions d’avant
      </h2>
      <p className="quiet">
        Menées à deux, dans le compte que vous avez quitté. Elles se lisent, sans que l’on puisse y
        écrire.
      </p>
      <div className={styles.talks}>
        {data.talks.map((talk) => (
          <ListRow
            key={talk.id}
            href={`/account/parting/${talk.id}`}
            title={talk.title}
            subtitle={`Jusqu’au ${dateLong(talk.last_message_at)}`}
          />
        ))}
      </div>
    </section>
  )
}

const ChooseIdentity = () => (
  <Banner tone="info" action={{ label: 'Changer d’identité', onClick: openIdentityDialog }}>
    {`Chacun parle pour soi${NBSP}: choisissez d’abord votre identité.`}
  </Banner>
)

/** Parting of a couple: the request, what each chooses until it is done, and what is left to read. */
export const PartingScreen = () => {
  const back = useWayBack({
    label: 'Paramètres',
    go: () => openPanel({ kind: 'settings', page: 'security' }),
  })
  const { account, activeIdentityId } = useSnapshot(session)
  const { data, error, mutate } = useLiveParting()
  const past = usePastTalks()
  const open = data?.open
  const nameOf = (id: string | null | undefined): string => (id ? ownName(account, id) : 'L’autre')
  // on a shared login the acting identity speaks; both at once cannot
  const speaker = data?.identity_id ?? activeIdentityId
  const hasNothing = data && !open && !data.may.leave && past.data?.talks.length === 0
  return (
    <Page title="Se séparer" {...back}>
      {data ? null : (
        <NotLoaded
          error={error}
          gone="Cette page n’est plus accessible."
          rows={3}
          onRetry={() => void mutate()}
        />
      )}
      {open ? (
        <>
          <OpenCard
            open={open}
            name={nameOf(open.identity_id)}
            isLeaver={open.is_own && speaker === open.identity_id}
          />
          {open.told_at ? null : speaker ? (
            // what one has ticked is not for the other at the same screen
            <Fragment key={speaker}>
              {open.relations ? <Relations list={open.relations} identity={speaker} /> : null}
              <Photos
                kind={open.kind}
                count={open.photo_count}
                identity={speaker}
                name={nameOf(speaker)}
              />
              <Events list={open.events} identity={speaker} />
            </Fragment>
          ) : (
            <ChooseIdentity />
          )}
        </>
      ) : null}
      {data && !open && data.may.leave ? (
        <section className={styles.card}>
          {speaker ? (
            <AskForm key={speaker} may={data.may} identity={speaker} />
          ) : (
            <ChooseIdentity />
          )}
        </section>
      ) : null}
      {hasNothing ? (
        <div>
          <EmptyState
            art={<ArtConversations />}
            level={2}
            title="Ce compte est à vous"
            text="Cette page sert aux comptes de deux personnes."
          />
        </div>
      ) : null}
      <PastTalks />
    </Page>
  )
}
