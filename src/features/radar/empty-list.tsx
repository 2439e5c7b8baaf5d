import { Suspense } from 'react'
import { lazyPart } from '../../data/start/lazy-part'
import { ArtMap } from '../../ui/art/map'
import { EmptyState } from '../../ui/feedback/empty-state'
import { Button } from '../../ui/forms/button'

const FirstSteps = lazyPart(() => import('../../parts/form/first-steps').then((m) => m.FirstSteps))

/** Opens the card of the profile where the commune is given. */
export const NameHome = (props: { variant: 'primary' | 'ghost'; size?: 'sm' }) => (
  <Button {...props} href="/profile?card=location">
    Indiquer ma commune
  </Button>
)

/** When neither filter is on. */
export const CHOOSE_FILTER_TEXT = 'Choisissez « Sorties » ou « Relations » pour voir quelque chose.'

interface Props {
  /** There is no point anywhere, not only in this part of the map. */
  readonly everywhere: boolean
  /** The member has not given a commune. */
  readonly isHomeless: boolean
  /** Neither events nor relations are chosen. */
  readonly isFiltered: boolean
  readonly onShowAll: () => void
}
export const EmptyList = ({ everywhere, isHomeless, isFiltered, onShowAll }: Props) => {
  if (everywhere)
    return (
      <EmptyState
        art={<ArtMap />}
        title="Rien à montrer sur la carte"
        text="Aucun lieu et aucune sortie ne sont partagés avec vous pour le moment."
        action={
          <>
            {isHomeless ? <NameHome variant="primary" /> : null}
            <Suspense fallback={null}>
              <FirstSteps but="map" />
            </Suspense>
          </>
        }
      />
    )
  if (isFiltered)
    return <EmptyState art={<ArtMap />} title="Tout est masqué" text={CHOOSE_FILTER_TEXT} />
  return (
    <EmptyState
      art={<ArtMap />}
      title="Rien dans cette partie de la carte"
      text="Déplacez la carte, ou regardez plus large."
      action={
        <>
          <Button onClick={onShowAll}>Tout voir</Button>
          {isHomeless ? <NameHome variant="ghost" /> : null}
        </>
      }
    />
  )
}
