import { Art } from './art'

/** Two prints, one with a dusk by the sea. */
export function ArtPhotos() {
  return (
    <Art>
      <g transform="rotate(9 132 74)">
        <rect data-s="" x="94" y="34" width="70" height="80" rx="9" />
        <path d="M102 96h54" />
      </g>
      <g transform="rotate(-6 82 74)">
        <rect data-s="" x="40" y="28" width="82" height="92" rx="9" />
        <rect x="48" y="36" width="66" height="58" rx="5" />
        <circle data-bf="" cx="92" cy="56" r="9" />
        <path
          data-a=""
          d="M48 76c10-7 18-7 27 0s18 7 27 0 8-5 12-4M50 86c9-5 16-5 24 0s16 5 24 0 11-4 15-2"
        />
        <path d="M58 107h30" />
      </g>
      <path data-b="" d="M166 26v7M162.5 29.5h7M28 104v6M25 107h6" />
    </Art>
  )
}
