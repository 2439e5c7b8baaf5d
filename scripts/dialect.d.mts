export interface DialectHit {
  readonly path: string
  readonly line: number
  readonly words: string
  readonly instead: string
}
export const LIMIT: number
export const dialect: (folders?: readonly string[]) => {
  readonly comments: number
  readonly hits: readonly DialectHit[]
}
