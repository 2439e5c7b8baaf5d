import { Art } from './art'

/** Two glasses under a string of lights. */
export function ArtEvents() {
  return (
    <Art>
      <path d="M16 22c28 22 56 22 84 6s56-14 84 4" />
      <path d="M44 36v5M80 36v5M120 24v5M156 24v5" />
      <circle data-bf="" cx="44" cy="46" r="4.5" />
      <circle data-bf="" cx="80" cy="46" r="4.5" />
      <circle data-bf="" cx="120" cy="34" r="4.5" />
      <circle data-bf="" cx="156" cy="34" r="4.5" />
      <g transform="rotate(-9 78 90)">
        <path data-s="" d="M62 58h30l-3 24a12 12 0 0 1-24 0l-3-24Z" />
        <path data-a="" d="M63.5 70c8-4 18 4 27 0" />
        <path d="M77 94v22M66 118h22" />
      </g>
      <g transform="rotate(9 124 90)">
        <path data-s="" d="M108 58h30l-3 24a12 12 0 0 1-24 0l-3-24Z" />
        <path data-a="" d="M109.5 70c9 4 19-4 27 0" />
        <path d="M123 94v22M112 118h22" />
      </g>
      <path data-b="" d="M101 48v-7M94 52l-5-5M108 52l5-5" />
      <path data-dash="" d="M30 126h140" />
    </Art>
  )
}
