import { Art } from './art'

/** A folded letter with a ribbon, and a spark. */
export function ArtNews() {
  return (
    <Art>
      <path data-s="" d="M34 62 100 24l66 38v50a8 8 0 0 1-8 8H42a8 8 0 0 1-8-8V62Z" />
      <path data-s="" d="M54 44h92v42l-46 24-46-24V44Z" />
      <path d="M68 58h64M68 70h44" />
      <path data-a="" d="M118 82h14" />
      <path data-af="" d="m34 64 66 36 66-36v48a8 8 0 0 1-8 8H42a8 8 0 0 1-8-8V64Z" />
      <path data-a="" d="m37 117 46-29M163 117l-46-29" />
      <path data-b="" d="M168 22v10M163 27h10M30 34v7M26.5 37.5h7" />
    </Art>
  )
}
