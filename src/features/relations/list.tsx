import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Relation } from '#contract/relations'
import { openPanel } from '../../data/state/panels'
import { openReport } from '../../data/state/report-prompt'
import { presences } from '../../data/session/presence'
import { dateLong } from '../../lib/dates'
import { sharingState, type SharingState } from '../../lib/sharing'
import { NBSP, plural } from '../../lib/text'
import { AccountAvatar } from '../../parts/member/avatar'
import { askBlock, askEndRelation } from '../../parts/member/member-acts'
import { TalkDialog } from '../../parts/member/talk-dialog'
import { ArtConversations } from '../../ui/art/conversations'
import { Banner } from '../../ui/feedback/banner'
import { EmptyState } from '../../ui/feedback/empty-state'
import { ErrorState } from '../../ui/feedback/error-state'
import { Button } from '../../ui/forms/button'
import { IconButton } from '../../ui/forms/icon-button'
import { IconMore, IconShare } from '../../ui/icons/actions'
import { IconChat, IconUser } from '../../ui/icons/nav'
import { IconBlock, IconFlag, IconUserMinus } from '../../ui/icons/people'
import { ListRow } from '../../ui/layout/list-row'
import { LiveRegion } from '../../ui/feedback/live-region'
import { Menu } from '../../ui/overlay/menu'
import { Pill } from '../../ui/display/pill'
import { SearchField } from '../../ui/forms/search-field'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows'
import { useOutgoingSharing, useRelations } from './api'
import { useDebouncedValue } from '../../ui/forms/use-debounced-value'
import styles from './relations.module.css'

const DEBOUNCE_MS = 300
/** Minimum number of relations for the search field. */
const SEARCH_FROM = 6

const Since = ({ location, since }: Relation) => (
  <span className={styles.since}>
    {[location?.city, `depuis le ${dateLong(since).replaceAll(' ', NBSP)}`]
      .filter(Boolean)
      .join(' · ')}
  </span>
)

const SharedPill = ({ state }: { state: SharingState }) => (
  <Pill tone={state === 'Non' ? 'neutral' : 'brass'}>
    <span className="visually-hidden">Vous partagez&nbsp;: </span>
    {state}
  </Pill>
)

const Row = ({
  relation,
  state,
  online,
  onTalk,
}: {
  relation: Relation
  /** Null: not known (yet). */
  state: SharingState | null
  online: boolean
  onTalk: () => void
}) => {
  const { with_account_id: id, with_account_handle: handle } = relation
  const open = (): void => openPanel({ kind: 'profile', id })
  return (
    <li className={styles.row}>
      <div className={styles.main}>
        <ListRow
          leading={
            <AccountAvatar
              account={{
                account_handle: handle,
                avatar_url: relation.avatar_url,
                identities: relation.identities,
              }}
              size={48}
              online={online}
            />
          }
          title={handle}
          subtitle={<Since {...relation} />}
          badge={state && <SharedPill state={state} />}
          onClick={open}
        />
      </div>
      <IconButton
        label={`Écrire à ${handle}`}
        icon={<IconChat size={20} />}
        className={styles.wide}
        onClick={onTalk}
      />
      <Menu
        label={`Actions sur ${handle}`}
        align="end"
        items={[
          { label: 'Voir le profil', icon: <IconUser size={18} />, onSelect: open },
          { label: 'Écrire', icon: <IconChat size={18} />, onSelect: onTalk },
          {
            label: 'Partages',
            icon: <IconShare size={18} />,
            onSelect: () => openPanel({ kind: 'profile', id, at: 'sharing' }),
          },
          'line',
          {
            label: 'Mettre fin à la relation',
            icon: <IconUserMinus size={18} />,
            danger: true,
            onSelect: () => void askEndRelation(id, handle),
          },
          {
            label: 'Signaler',
            icon: <IconFlag size={18} />,
            onSelect: () =>
              openReport({ kind: 'profile', id, memberId: id, title: `Signaler ${handle}` }),
          },
          {
            label: 'Bloquer',
            icon: <IconBlock size={18} />,
            danger: true,
            onSelect: () => void askBlock(id, handle),
          },
        ]}
        trigger={(p) => (
          <IconButton {...p} label={`Actions sur ${handle}`} icon={<IconMore size={20} />} />
        )}
      />
    </li>
  )
}

const stateOf = (shares: Parameters<typeof sharingState>[0] | undefined): SharingState =>
  shares ? sharingState(shares) : 'Non'

/** `isFound`: only those that were searched for. */
const Rows = ({
  relations,
  isFound,
  onTalk,
}: {
  relations: readonly Relation[]
  isFound: boolean
  onTalk: (handle: string) => void
}) => {
  const { data: outgoing, error, mutate } = useOutgoingSharing()
  const seen = useSnapshot(presences)
  return (
    <>
      <p className={styles.caption}>
        <span>{isFound ? '' : plural(relations.length, 'relation')}</span>
        <span>Vous partagez</span>
      </p>
      {error && !outgoing ? (
        <Banner tone="warn" action={{ label: 'Réessayer', onClick: () => void mutate() }}>
          Ce que vous partagez n’a pas pu être chargé.
        </Banner>
      ) : null}
      <ul className={styles.list}>
        {relations.map((r) => (
          <Row
            key={r.with_account_id}
            relation={r}
            online={seen[r.with_account_id]?.isOnline ?? r.is_online}
            state={outgoing ? stateOf(outgoing.get(r.with_account_id)) : null}
            onTalk={() => onTalk(r.with_account_handle)}
          />
        ))}
      </ul>
    </>
  )
}

/**
 * Relations by handle; searching is done on the server. The tag at the end says what is shared with
 * each.
 */
export const RelationList = () => {
  const [query, setQuery] = useState('')
  // characters that a handle cannot contain
  const wanted = query.replace(/[<>]/g, '').trim()
  const q = useDebouncedValue(wanted, wanted === '' ? 0 : DEBOUNCE_MS)
  const { data, error, isLoading, isValidating, mutate } = useRelations(q)
  const [talkTo, setTalkTo] = useState<string | null>(null)
  const [talking, setTalking] = useState(false)
  const [many, setMany] = useState(false)
  if (!many && (data?.length ?? 0) >= SEARCH_FROM) setMany(true)
  return (
    <section className={styles.section} aria-label="Mes relations">
      {many ? (
        <SearchField
          label="Rechercher une relation"
          placeholder="Rechercher un pseudo"
          value={query}
          onChange={setQuery}
          busy={q !== '' && isValidating}
        />
      ) : null}
      {isLoading && !data ? <SkeletonRows count={6} /> : null}
      {error && !data ? (
        <ErrorState
          text="Impossible de charger vos relations. Vérifiez votre connexion."
          onRetry={() => void mutate()}
        />
      ) : null}
      {data && data.length === 0 && q === '' ? (
        <EmptyState
          art={<ArtConversations />}
          level={3}
          title="Pas encore de relation"
          text={`Une relation naît quand vous vous êtes écrit l’un à l’autre, ou par un lien d’invitation${NBSP}: envoyez le vôtre, ou montrez son QR code.`}
        />
      ) : null}
      {data && data.length === 0 && q !== '' ? (
        <EmptyState
          level={3}
          title="Aucune relation ne porte ce pseudo."
          text={`Vérifiez l’orthographe${NBSP}: quelques lettres du pseudo suffisent.`}
          action={<Button onClick={() => setQuery('')}>Voir toutes mes relations</Button>}
        />
      ) : null}
      <LiveRegion text={q !== '' && data ? plural(data.length, 'relation') : ''} />
      {data && data.length > 0 ? (
        <Rows
          relations={data}
          isFound={q !== ''}
          onTalk={(handle) => {
            setTalkTo(handle)
            setTalking(true)
          }}
        />
      ) : null}
      {talkTo === null ? null : (
        <TalkDialog handle={talkTo} open={talking} onClose={() => setTalking(false)} />
      )}
    </section>
  )
}
