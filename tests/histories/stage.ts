import sharp from 'sharp'
import { canary, DEVICES, NAMES, RELATIONS, type Cast } from './cast'
import { Device, type Answer } from './device'
import type { Host } from './host'
import { Model, type Said, type Talk } from './model'

const MEMBERS = NAMES.length
/** How long an event that the server publishes after its reply may still be on its way, ms. */
const LATE_MS = 12

const photo = sharp({
  create: { width: 96, height: 72, channels: 3, background: { r: 120, g: 90, b: 160 } },
})
  .jpeg()
  .toBuffer()

export class Violation extends Error {}

/** The devices of one history, the model beside them, and what they have seen. */
export class Stage {
  readonly model = new Model()
  readonly devices: Device[] = []
  readonly violations: string[] = []
  eventId = ''
  albumId = ''
  photoId = ''
  /** Offset of the server's clock, ms. */
  offsetMs = 0
  #words = 0
  #grace: ReadonlySet<string> = new Set()

  constructor(
    readonly hosts: readonly Host[],
    readonly cast: Cast,
    private readonly name: string,
    key: string,
  ) {
    for (const [m, devices] of DEVICES.entries())
      for (const [i, person] of devices.entries()) {
        const member = cast[m]
        const login = member?.logins[i]
        if (!member || !login) throw new Error('the cast is too small')
        const identity = member.identityIds[person] ?? ''
        const host = hosts[this.devices.length % hosts.length]
        const base = (): string => host?.url ?? ''
        this.devices.push(new Device(base, key, m, member, identity, login, this))
      }
  }
  // ── what devices report
  seen(member: number, word: string, via: 'reply' | 'event', where: string): void {
    if (this.model.allows(member, word)) return
    if (via === 'event' && this.#grace.has(`${member} ${word}`)) return
    this.fault(`${NAMES[member]} received ${word}, which is not theirs, in ${via} ${where}`)
  }
  fault(text: string): void {
    this.violations.push(text)
  }
  /** The first violation ends the history. */
  check(): void {
    const [first] = this.violations
    if (first) throw new Violation(first)
  }

  // ── helpers of steps
  word(): string {
    return canary(`${this.name}w${(this.#words += 1)}`)
  }
  handle(member: number): string {
    return this.cast[member]?.handle ?? ''
  }
  accountId(member: number): string {
    return this.cast[member]?.accountId ?? ''
  }
  deviceOf(member: number): Device {
    const device = this.devices.find((d) => d.member === member && !d.signedOut)
    if (!device) throw new Error('no signed-in device')
    return device
  }
  expect(answer: Answer, allowed: boolean, what: string): boolean {
    const accepted = answer.status < 300
    if (accepted !== allowed)
      this.fault(
        `${what}: ${answer.status}, the model says ${allowed ? 'allowed' : 'refused'} ${JSON.stringify(answer.body).slice(0, 200)}`,
      )
    return accepted
  }
  async flush(): Promise<void> {
    await Promise.all(this.devices.map((d) => d.flush()))
  }
  async connectAll(): Promise<void> {
    await Promise.all(this.devices.map((d) => d.connect()))
  }
  /**
   * A change after which somebody may receive less. Until it is done and events on their way have
   * arrived, events may carry what was allowed before.
   */
  async narrow(work: () => Promise<void>): Promise<void> {
    this.#grace = this.model.allowedPairs(MEMBERS)
    await work()
    await this.flush()
    await new Promise((r) => setTimeout(r, LATE_MS))
    await this.flush()
    this.#grace = new Set()
  }
  /** Sends a message and enters it into the model when it was accepted. */
  async send(
    device: Device,
    talk: Talk,
    text: string,
    mediaIds: string[] = [],
  ): Promise<Said | null> {
    const clientId = crypto.randomUUID()
    const said: Said = {
      clientId,
      author: device.member,
      device: this.devices.indexOf(device),
      identityId: device.identityId,
      sentAt: Date.now() + this.offsetMs,
      id: '',
      text,
      edited: false,
      deleted: false,
      reactions: new Map(),
    }
    const allowed = this.model.mayWrite(device.member, talk)
    if (allowed) {
      talk.said.push(said)
      if (talk.kind === 'direct') this.model.relateByWriting(talk, device.member)
      this.model.keep(text, { kind: 'text', talk, said, text })
    }
    const answer = await device.call('POST', `/api/conversations/${talk.id}/messages`, {
      content: text,
      sender_identity_id: device.identityId,
      client_msg_id: clientId,
      ...(mediaIds.length > 0 ? { media_ids: mediaIds } : {}),
    })
    if (!this.expect(answer, allowed, `send in a ${talk.kind}`)) return null
    said.id = (answer.body as { id: string }).id
    talk.read.set(device.member, talk.said.length)
    return said
  }
  async upload(device: Device): Promise<string> {
    const form = new FormData()
    form.append('files', new Blob([new Uint8Array(await photo)], { type: 'image/jpeg' }), 'a.jpg')
    const { status, body } = await device.call('POST', '/api/media/upload', form)
    if (status !== 201) throw new Violation(`an upload was refused: ${status}`)
    return (body as { media_id: string }).media_id
  }

  /** Two direct conversations, a group, an event with a hidden address, and a private album. */
  async setUp(): Promise<void> {
    const { model } = this
    for (const [a, b] of RELATIONS) model.relate(a, b)
    for (const [m, member] of this.cast.entries())
      for (const word of member.firstnames) model.keep(word, { kind: 'firstname', owner: m })
    const [ana, chloe] = [this.deviceOf(0), this.deviceOf(1)]
    const talk = (id: string, kind: Talk['kind'], members: readonly number[]): void =>
      void model.talks.push({
        id,
        kind,
        members: new Set(members),
        from: new Map(),
        said: [],
        read: new Map(),
      })
    const start = async (device: Device, other: number): Promise<string> =>
      (
        (await device.call('POST', '/api/conversations/start', { handle: this.handle(other) }))
          .body as { conversation: { id: string } }
      ).conversation.id
    talk(await start(ana, 1), 'direct', [0, 1])
    talk(await start(chloe, 2), 'direct', [1, 2])
    const group = await ana.call('POST', '/api/conversations/groups', {
      title: 'Les voisins',
      account_ids: [1, 2, 3].map((m) => this.accountId(m)),
    })
    talk((group.body as { conversation: { id: string } }).conversation.id, 'group', [0, 1, 2, 3])
    const address = this.word()
    model.keep(address, { kind: 'address' })
    const made = await ana.call('POST', '/api/events', {
      title: 'Soirée',
      start_date: new Date(Date.now() + 30 * 86_400_000).toISOString(),
      private_location: { address, lat: 45.7, lng: 4.8 },
      access_type: 'open_to_relations',
      group_options: 'all',
    })
    const { event } = made.body as { event: { id: string; conversation_id: string } }
    this.eventId = event.id
    await ana.call('POST', `/api/events/${event.id}/publish`, { status: 'published' })
    talk(event.conversation_id, 'event', [0])
    const album = await ana.call('POST', '/api/albums', { name: 'Nous deux', isPublic: false })
    this.albumId = (album.body as { album: { id: string } }).album.id
    this.photoId = await this.upload(ana)
    await ana.call('POST', `/api/albums/${this.albumId}/media`, { mediaIds: [this.photoId] })
    await this.connectAll()
  }
  close(): void {
    for (const device of this.devices) device.disconnect()
  }
}
