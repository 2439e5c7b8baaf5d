import { Art } from './art'

/** Two arcs of the logo drawn apart, waves fading between them. */
export function ArtOffline() {
  return (
    <Art>
      <path data-a="" strokeWidth="7" d="M78 42a32 32 0 1 0 0 60" />
      <path data-b="" strokeWidth="6.5" d="M126 52a24 24 0 1 1 0 40" />
      <path data-dash="" d="M84 72h36" />
      <path d="M92 58l4 5M110 58l-4 5M92 86l4-5M110 86l-4-5" />
      <path data-dash="" d="M30 122h140" />
      <path d="M170 30v7M166.5 33.5h7M32 34v6M29 37h6" />
    </Art>
  )
}
