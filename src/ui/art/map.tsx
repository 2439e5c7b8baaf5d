import { Art } from './art'

/** A folded map with a way between two places. */
export function ArtMap() {
  return (
    <Art>
      <path data-s="" d="m26 44 50-16 48 16 50-16v82l-50 16-48-16-50 16V44Z" />
      <path d="M76 28v82M124 44v82" />
      <path d="M34 84c16-10 26 8 42-2M124 96c16-12 30 4 42-8" />
      <path data-b="" data-dash="" d="M56 92c12 18 34-22 48-8s18 4 30-14" />
      <path data-af="" d="M140 74s16-14 16-27a16 16 0 0 0-32 0c0 13 16 27 16 27Z" />
      <circle data-a="" cx="140" cy="47" r="5.5" />
      <circle data-bf="" cx="54" cy="90" r="5" />
    </Art>
  )
}
