import { ArtNews } from '../../ui/art/news'
import { EmptyState } from '../../ui/empty-state'
import { PageHeader } from '../../ui/page-header'

export const NewsScreen = () => (
  <>
    <PageHeader title="Actualités" />
    <EmptyState art={<ArtNews />} title="Aucune actualité pour le moment" text="Les nouvelles de vos sorties et de vos relations arriveront ici." />
  </>
)
