import { Art } from './art'

/** A lamp that came unplugged. */
export function ArtError() {
  return (
    <Art>
      <path data-s="" d="M84 30h32l16 36H68l16-36Z" />
      <path d="M100 66v46M82 116h36" />
      <path data-b="" d="M112 66v12" />
      <circle data-bf="" cx="112" cy="82" r="3" />
      <path d="M100 112c-4 12-30 10-38 4s-16-4-20 0" />
      <path
        data-a=""
        d="M42 110v12M36 112l-9 1M36 120l-9-1M152 104a8 8 0 0 1 8 8 8 8 0 0 1-8 8h-10v-16h10ZM160 108h8M160 116h8M142 112c-10 0-14 6-24 4"
      />
      <path data-dash="" d="M56 48c-4 8-6 16-6 24M144 48c4 8 6 16 6 24" />
    </Art>
  )
}
