import { Art } from './art'

/** Two bubbles that lean on each other, a moon above. */
export function ArtConversations() {
  return (
    <Art>
      <path data-bf="" d="M150 22a13 13 0 1 0 11 20 11 11 0 0 1-11-20Z" />
      <path
        data-s=""
        d="M112 58h44a16 16 0 0 1 16 16v14a16 16 0 0 1-16 16h-4l3 12-15-12h-28a16 16 0 0 1-16-16V74a16 16 0 0 1 16-16Z"
      />
      <path d="M122 76h36M122 86h22" />
      <path
        data-af=""
        d="M44 40h56a18 18 0 0 1 18 18v16a18 18 0 0 1-18 18H68L50 107l3-15h-9a18 18 0 0 1-18-18V58a18 18 0 0 1 18-18Z"
      />
      <path
        data-a=""
        d="M72 75s-13-6-13-14.5a6.8 6.8 0 0 1 13-2.8 6.8 6.8 0 0 1 13 2.8C85 69 72 75 72 75Z"
      />
      <path data-dash="" d="M24 122h152" />
      <path d="M32 26v6M29 29h6M178 116v5M175.5 118.5h5" />
    </Art>
  )
}
