import { ArtMap } from '../../ui/art/map'
import { EmptyState } from '../../ui/empty-state'
import { PageHeader } from '../../ui/page-header'

export const RadarScreen = () => (
  <>
    <PageHeader title="Carte" />
    <EmptyState art={<ArtMap />} title="Rien à montrer sur la carte" text="Aucun lieu et aucune sortie ne sont partagés avec vous pour le moment." />
  </>
)
