import { ArtEvents } from '../../ui/art/events'
import { EmptyState } from '../../ui/empty-state'
import { PageHeader } from '../../ui/page-header'

export const EventsScreen = () => (
  <>
    <PageHeader title="Sorties" />
    <EmptyState art={<ArtEvents />} title="Aucune sortie pour le moment" text="Les sorties auxquelles vous serez convié apparaîtront ici." />
  </>
)
