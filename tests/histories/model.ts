/** A message as the model knows it. Reactions: identity → emoji. */
export interface Said {
  readonly clientId: string
  readonly author: number
  readonly device: number
  readonly identityId: string
  readonly sentAt: number
  id: string
  text: string
  edited: boolean
  deleted: boolean
  readonly reactions: Map<string, string>
}
export interface Talk {
  readonly id: string
  readonly kind: 'direct' | 'group' | 'event'
  readonly members: Set<number>
  /** Member → index of the first message that they may read. */
  readonly from: Map<number, number>
  readonly said: Said[]
  /** Member → number of messages that they have read; one-person accounts only. */
  readonly read: Map<number, number>
}
type Secret =
  | { readonly kind: 'text'; readonly talk: Talk; readonly said: Said; readonly text: string }
  | { readonly kind: 'firstname'; readonly owner: number }
  | { readonly kind: 'address' }
  | { readonly kind: 'note'; readonly author: number }

const pair = (a: number, b: number): string => (a < b ? `${a}-${b}` : `${b}-${a}`)

/** What the server must hold, and who may receive which secret at this moment. */
export class Model {
  readonly talks: Talk[] = []
  readonly blocks = new Map<string, number>()
  readonly relations = new Set<string>()
  /** `owner>other`: first names that are shared. */
  readonly names = new Set<string>()
  /** Members whom the album is shared with. */
  readonly album = new Set<number>()
  readonly going = new Set<number>()
  readonly notes = new Map<number, string>()
  revealed = false
  readonly #secrets = new Map<string, Secret>()

  relate(a: number, b: number): void {
    this.relations.add(pair(a, b))
  }
  /** Two members become relations with the first message of the second to write to the other. */
  relateByWriting(talk: Talk, author: number): void {
    const other = [...talk.members].find((m) => m !== author)
    const isFirst = talk.said.filter((s) => s.author === author).length === 1
    if (other !== undefined && isFirst && talk.said.some((s) => s.author === other))
      this.relate(author, other)
  }
  areRelations(a: number, b: number): boolean {
    return this.relations.has(pair(a, b))
  }
  /** Ends relation and sharing of the two, the organizer's event included. */
  block(a: number, b: number): void {
    this.blocks.set(pair(a, b), a)
    this.relations.delete(pair(a, b))
    for (const [x, y] of [
      [a, b],
      [b, a],
    ])
      this.names.delete(`${x}>${y}`)
    if (a === 0 || b === 0) {
      this.album.delete(a + b)
      this.going.delete(a + b)
    }
  }
  /** Who blocks whom of the two; undefined: nobody. */
  blocker(a: number, b: number): number | undefined {
    return this.blocks.get(pair(a, b))
  }
  unblock(a: number, b: number): void {
    this.blocks.delete(pair(a, b))
  }
  keep(word: string, secret: Secret): void {
    this.#secrets.set(word, secret)
  }
  /** Whether a member may write in a conversation: a direct one is read-only across a block. */
  mayWrite(member: number, talk: Talk): boolean {
    if (!talk.members.has(member)) return false
    const [a, b] = [...talk.members]
    return talk.kind !== 'direct' || this.blocker(a ?? 0, b ?? 0) === undefined
  }
  mayRead(member: number, talk: Talk, said: Said): boolean {
    return talk.members.has(member) && talk.said.indexOf(said) >= (talk.from.get(member) ?? 0)
  }
  /** Whether this member may receive the secret of this word now. */
  allows(member: number, word: string): boolean {
    const secret = this.#secrets.get(word)
    if (!secret) return true
    switch (secret.kind) {
      case 'text':
        return (
          !secret.said.deleted &&
          secret.said.text === secret.text &&
          this.mayRead(member, secret.talk, secret.said)
        )
      case 'firstname':
        return secret.owner === member || this.names.has(`${secret.owner}>${member}`)
      case 'address':
        return member === 0 || (this.revealed && this.going.has(member))
      case 'note':
        return secret.author === member
    }
  }
  /** Every allowed pair of member and word. */
  allowedPairs(members: number): Set<string> {
    const found = new Set<string>()
    for (const word of this.#secrets.keys())
      for (let m = 0; m < members; m += 1) if (this.allows(m, word)) found.add(`${m} ${word}`)
    return found
  }
  /** What a member must find in a conversation, in any order between authors. */
  visible(member: number, talk: Talk): Said[] {
    return talk.said.slice(talk.from.get(member) ?? 0)
  }
  unread(member: number, talk: Talk): number {
    const from = Math.max(talk.from.get(member) ?? 0, talk.read.get(member) ?? 0)
    return talk.said.slice(from).filter((s) => s.author !== member && !s.deleted).length
  }
}
