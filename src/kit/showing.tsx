import { Avatar } from '../ui/display/avatar'
import { AvatarPair } from '../ui/display/avatar-pair'
import { AvatarStack } from '../ui/display/avatar-stack'
import { ArtConversations } from '../ui/art/conversations'
import { ArtEvents } from '../ui/art/events'
import { ArtMap } from '../ui/art/map'
import { ArtNews } from '../ui/art/news'
import { ArtPhotos } from '../ui/art/photos'
import { Badge } from '../ui/display/badge'
import { Banner } from '../ui/feedback/banner'
import { Button } from '../ui/forms/button'
import { Card } from '../ui/layout/card'
import { EmptyState } from '../ui/feedback/empty-state'
import { ErrorState } from '../ui/feedback/error-state'
import { FactRow } from '../ui/layout/fact-row'
import { IconButton } from '../ui/forms/icon-button'
import { IconMinus, IconMore, IconPlus, IconRefresh } from '../ui/icons/actions'
import { IconMap } from '../ui/icons/nav'
import { IconClock, IconEuro, IconOffline } from '../ui/icons/status'
import { ListRow } from '../ui/layout/list-row'
import { PageHeader } from '../ui/layout/page-header'
import { Pill } from '../ui/display/pill'
import { ProgressBar } from '../ui/feedback/progress-bar'
import { ProgressRing } from '../ui/feedback/progress-ring'
import { Skeleton } from '../ui/feedback/skeleton'
import { SkeletonRows } from '../ui/feedback/skeleton-rows'
import { Spinner } from '../ui/feedback/spinner'
import { Tag } from '../ui/display/tag'
import { useZoomPan } from '../ui/gesture/use-zoom-pan'
import { Columns, Flow, Group } from './parts'
import styles from './kit.module.css'

const NAMES = [
  'Claire',
  'Antoine',
  'nora_lyon',
  'Soirée velours',
  'Julie',
  'Gaspard',
  'marc_33',
  'Ines Martin',
]
const COUPLE = { first: { name: 'Claire' }, second: { name: 'Antoine' } }

function People() {
  return (
    <Group title="Personnes">
      <Flow>
        {NAMES.map((name) => (
          <Avatar key={name} name={name} size={50} label={name} />
        ))}
      </Flow>
      <Flow>
        <Avatar name="Nora" size={50} online />
        <Avatar name="Nora" size={50} hidden label="Participant masqué" />
        <Avatar name="Nora" size={50} src="/rien.jpg" />
        <AvatarPair {...COUPLE} size={50} online />
        <AvatarPair {...COUPLE} size={88} online label="Claire et Antoine, en ligne" />
        <AvatarStack people={NAMES.map((name) => ({ name }))} label="8 participants" />
      </Flow>
    </Group>
  )
}

function Marks() {
  return (
    <Group title="Marques">
      <Flow>
        <Badge count={2} label="2 messages non lus" />
        <Badge count={99} />
        <Badge count={100} />
        <Badge count={10} cap={9} />
        <Badge count={7} tone="neutral" />
        <Tag>Direct</Tag>
        <Tag>Groupe</Tag>
        <Tag tone="brass">Événement</Tag>
      </Flow>
      <Flow>
        <Pill>Confirmé</Pill>
        <Pill tone="ok">Organisateur&nbsp;: clara_et_tom</Pill>
        <Pill tone="warn">Complet</Pill>
        <Pill tone="bad">Annulée</Pill>
        <Pill tone="info">En attente</Pill>
        <Pill tone="brass">Nous aussi&nbsp;!</Pill>
        <Pill tone="neutral">Brouillon</Pill>
      </Flow>
    </Group>
  )
}

function RowsAndCards() {
  return (
    <Group title="Surfaces">
      <PageHeader
        title="Discussions"
        subtitle="12 messages non lus"
        onBack={() => undefined}
        actions={<IconButton label="Nouvelle discussion" icon={<IconPlus />} variant="soft" />}
      />
      <div>
        <ListRow
          href="#1"
          active
          unread
          leading={<AvatarPair {...COUPLE} size={50} online />}
          title="clara_et_tom"
          subtitle="Claire&nbsp;: on vous garde deux places&nbsp;?"
          aside="21:42"
          badge={<Badge count={2} />}
        />
        <ListRow
          href="#2"
          leading={<Avatar name="Nora" size={50} online />}
          title="nora_lyon"
          tag={<Tag>Femme</Tag>}
          subtitle="Vous&nbsp;: avec plaisir, à samedi"
          aside="21:30"
        />
        <ListRow
          onClick={() => undefined}
          unread
          leading={<Avatar name="Soirée velours" size={50} />}
          title="[05/12/2026] Soirée velours chez les voisins du sixième étage"
          tag={<Tag tone="brass">Événement</Tag>}
          subtitle="Léa a rejoint la discussion"
          aside="20:58"
          badge={<Badge count={5} />}
        />
      </div>
      <Columns>
        <Card
          as="section"
          title="Soirée velours"
          actions={<IconButton label="Options de la sortie" icon={<IconMore />} />}
        >
          <FactRow icon={<IconClock />} title="Samedi 5 décembre" note="20 h 30 – 3 h" />
          <FactRow
            icon={<IconMap />}
            title="Lyon 5ᵉ"
            note="Adresse exacte diffusée aux confirmés"
          />
          <FactRow icon={<IconEuro />} title="Participation aux frais" note="30 € par couple" />
        </Card>
        <div className={styles.photo}>
          <IconButton label="Options de la photo" icon={<IconMore />} variant="over" />
        </div>
      </Columns>
      <div className={styles.tall}>
        <Banner
          tone="warn"
          icon={<IconOffline />}
          action={{ label: 'Réessayer', onClick: () => undefined }}
        >
          Connexion perdue. Vos messages partiront à son retour.
        </Banner>
        <Banner
          tone="info"
          icon={<IconRefresh />}
          action={{ label: 'Actualiser', onClick: () => undefined }}
          onDismiss={() => undefined}
        >
          Une nouvelle version est disponible.
        </Banner>
      </div>
    </Group>
  )
}

function Waiting() {
  return (
    <Group title="Attente">
      <Flow>
        <Spinner label="Chargement…" />
        <Spinner size={32} />
        <ProgressRing value={0.82} label="Profil complété" />
        <ProgressRing value={0} label="Envoi" tone="accent" />
      </Flow>
      <Columns>
        <ProgressBar value={0.62} label="Envoi de la photo" />
        <ProgressBar value={null} label="Préparation" />
        <Skeleton lines={3} h={12} />
      </Columns>
      <SkeletonRows count={2} />
    </Group>
  )
}

function Zoom() {
  const { state, bind, transform, zoomIn, zoomOut, reset } = useZoomPan()
  return (
    <Group title="Zoom">
      <div ref={bind} className={styles.zoom} data-zoomable="">
        <div style={{ transform: transform }} />
      </div>
      <Flow>
        <IconButton label="Zoomer" icon={<IconPlus />} variant="soft" onClick={zoomIn} />
        <IconButton label="Dézoomer" icon={<IconMinus />} variant="soft" onClick={zoomOut} />
        <Button size="sm" onClick={reset}>
          Taille d’origine
        </Button>
        <output>{state.scale.toFixed(2)}</output>
      </Flow>
    </Group>
  )
}

function Empty() {
  return (
    <Group title="Vides">
      <Columns>
        <EmptyState
          art={<ArtConversations />}
          level={3}
          title="Aucune discussion"
          text="Un premier mot suffit&nbsp;: choisissez quelqu’un sur la carte ou dans une sortie."
          action={<Button variant="primary">Nouvelle discussion</Button>}
        />
        <EmptyState
          art={<ArtPhotos />}
          level={3}
          title="Aucune photo"
          text="Celles que vous échangez se retrouvent ici."
        />
        <EmptyState
          art={<ArtNews />}
          level={3}
          title="Rien de neuf"
          text="Les nouvelles de vos relations arriveront ici."
        />
        <EmptyState
          art={<ArtEvents />}
          level={3}
          title="Aucune sortie"
          text="Proposez la vôtre."
          action={<Button>Créer une sortie</Button>}
        />
        <EmptyState
          art={<ArtMap />}
          level={3}
          title="Personne par ici"
          text="Élargissez la carte."
        />
        <ErrorState
          text="Vos discussions n’ont pas pu être chargées. Rien n’est perdu."
          onRetry={() => undefined}
        />
        <ErrorState
          offline
          text="Ce que vous avez déjà ouvert reste lisible."
          onRetry={() => undefined}
          busy
        />
      </Columns>
    </Group>
  )
}

/** Everything one reads. */
export function Showing() {
  return (
    <>
      <People />
      <Marks />
      <RowsAndCards />
      <Waiting />
      <Zoom />
      <Empty />
    </>
  )
}
