import { WebSocket } from 'ws'
import type { Conversation, Message } from '#contract/messaging/messages'
import { channelName, parseEvent } from '#contract/realtime'
import { mergeMessages, refreshQuotes } from '../../src/features/messaging/state/merge'
import { CANARIES, PASSWORD, type CastMember, type Login } from './cast'
import { ask, type Reply } from './wire'

const TRIES = 400
const RETRY_MS = 8
const REQUEST_MS = 4_000
const PONG_MS = 2_000

export interface Answer {
  readonly status: number
  readonly body: unknown
}
/** Receives every canary that reached a device, and what no server may do. */
interface Witness {
  seen(member: number, word: string, via: 'reply' | 'event', where: string): void
  fault(text: string): void
}
interface Thread {
  messages: readonly Message[]
  since: string
}

/**
 * One device of a member: a session, a socket, and the threads that it keeps by the page's own
 * merging. Each call is repeated until the server has answered it.
 */
export class Device {
  readonly threads = new Map<string, Thread>()
  conversations = new Map<string, Conversation>()
  signedOut = false
  #socket: WebSocket | null = null
  #token: string
  #cookie: string
  #refreshing: Promise<boolean> | null = null

  constructor(
    private readonly base: () => string,
    private readonly key: string,
    readonly member: number,
    readonly cast: CastMember,
    readonly identityId: string,
    login: Login,
    private readonly witness: Witness,
  ) {
    this.#token = login.token
    this.#cookie = `refresh=${login.refresh}`
  }

  #fetch(method: string, path: string, body?: unknown): Promise<Reply | null> {
    const headers = {
      authorization: `Bearer ${this.#token}`,
      // compression is not tested here, and costs both sides
      'accept-encoding': 'identity',
      'x-active-identity': this.identityId,
      ...(path.startsWith('/api/auth/') ? { cookie: this.#cookie } : {}),
    }
    return ask(method, `${this.base()}${path}`, headers, body, REQUEST_MS)
  }
  #scan(text: string, via: 'reply' | 'event', where: string): void {
    for (const word of new Set(text.match(CANARIES)))
      this.witness.seen(this.member, word, via, where)
  }
  #takeCookie(reply: Reply): void {
    const [set] = reply.headers['set-cookie'] ?? []
    if (set) this.#cookie = set.split(';', 1)[0] ?? ''
  }
  /** As the hub: one refresh at a time, whatever the number of calls that need it. */
  #refresh(): Promise<boolean> {
    this.#refreshing ??= this.#rotate().finally(() => {
      this.#refreshing = null
    })
    return this.#refreshing
  }
  /** Rotates the refresh token; a lost reply is repeated with the same one. */
  async #rotate(): Promise<boolean> {
    const { status, body } = await this.call('POST', '/api/auth/refresh')
    if (status === 200) this.#token = (body as { token: string }).token
    return status === 200
  }

  /** Repeats a call until the server has answered; renews the access token once. */
  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    let renewed = path.startsWith('/api/auth/')
    for (let n = 0; n < TRIES; n += 1) {
      const reply = await this.#fetch(method, path, body)
      if (!reply || reply.status === 503) {
        await new Promise((r) => setTimeout(r, RETRY_MS))
        continue
      }
      const text = reply.bytes.toString()
      this.#takeCookie(reply)
      this.#scan(text, 'reply', `${method} ${path}`)
      if (reply.status >= 500) this.witness.fault(`${reply.status} for ${method} ${path}`)
      if (reply.status === 401 && !renewed && !this.signedOut) {
        renewed = true
        if (await this.#refresh()) continue
      }
      const json = reply.headers['content-type']?.includes('json') ?? false
      return { status: reply.status, body: json ? JSON.parse(text) : text }
    }
    throw new Error(`no answer to ${method} ${path}`)
  }
  /** The bytes of a download; null when it is refused. */
  async download(method: string, path: string, body?: unknown): Promise<Buffer | null> {
    for (let n = 0; n < TRIES; n += 1) {
      const reply = await this.#fetch(method, path, body)
      if (reply && reply.status < 500) return reply.status === 200 ? reply.bytes : null
      await new Promise((r) => setTimeout(r, RETRY_MS))
    }
    throw new Error(`no answer to ${path}`)
  }

  get isConnected(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }
  disconnect(): void {
    this.#socket?.removeAllListeners()
    this.#socket?.on('error', () => undefined)
    this.#socket?.terminate()
    this.#socket = null
  }
  async #subscribe(socket: WebSocket, socketId: string): Promise<void> {
    const { accountId, identityIds } = this.cast
    for (const channel of [
      channelName('account', accountId),
      channelName('system', accountId),
      ...identityIds.map((id) => channelName('identity', id)),
    ]) {
      const { status, body } = await this.call('POST', '/api/pusher/auth', {
        socket_id: socketId,
        channel_name: channel,
      })
      if (status === 200)
        socket.send(
          JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...(body as object) } }),
        )
    }
  }
  /** Opens the socket and catches up, as the page does after a gap. */
  async connect(): Promise<void> {
    if (this.isConnected || this.signedOut) return
    this.disconnect()
    const url = `${this.base().replace('http', 'ws')}/app/${this.key}?protocol=7&client=js&version=8.6.0`
    const socket = new WebSocket(url)
    this.#socket = socket
    const socketId = await new Promise<string | null>((resolve) => {
      const timer = setTimeout(() => resolve(null), PONG_MS)
      socket.once('error', () => resolve(null)).once('close', () => resolve(null))
      socket.once('message', (frame) => {
        clearTimeout(timer)
        const { event, data } = JSON.parse(String(frame)) as { event: string; data: string }
        const established = event === 'pusher:connection_established'
        resolve(established ? (JSON.parse(data) as { socket_id: string }).socket_id : null)
      })
    })
    socket.on('error', () => undefined).setMaxListeners(0)
    if (!socketId) return this.disconnect()
    socket.on('message', (frame) => this.#onFrame(String(frame)))
    await this.#subscribe(socket, socketId)
    await this.flush()
    await this.catchUp()
  }
  /** Waits until every frame that the server has written to the socket has been handled. */
  async flush(): Promise<void> {
    const socket = this.#socket
    if (!socket || socket.readyState !== WebSocket.OPEN) return
    const answered = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), PONG_MS)
      const onFrame = (frame: unknown): void => {
        if (!String(frame).includes('"pusher:pong"')) return
        clearTimeout(timer)
        socket.off('message', onFrame)
        resolve(true)
      }
      socket.on('message', onFrame)
      socket.send('{"event":"pusher:ping","data":{}}')
    })
    if (!answered) this.disconnect()
  }
  #onFrame(frame: string): void {
    this.#scan(frame, 'event', frame.slice(0, 120))
    const { event, data } = JSON.parse(frame) as { event: string; data?: unknown }
    if (event.startsWith('pusher')) return
    const parsed = parseEvent(typeof data === 'string' ? JSON.parse(data) : data)
    if (!parsed) return this.witness.fault(`an event that the contract refuses: ${event}`)
    if (parsed.name === 'conversation.message.created' || parsed.name === 'system.message')
      this.#merge(parsed.payload.conversationId, [parsed.payload.message])
    if (parsed.name === 'reaction.updated') {
      const { conversationId, messageId, changed, reactions } = parsed.payload
      const known = this.threads
        .get(conversationId)
        ?.messages.find((m) => m.id === messageId && !m.deletedAt)
      if (known) this.#merge(conversationId, [{ ...known, changed, reactions }])
    }
    if (parsed.name === 'conversation.left' && parsed.payload.accountId === this.cast.accountId)
      this.threads.delete(parsed.payload.conversationId)
  }
  #merge(id: string, incoming: readonly Message[]): void {
    const thread = this.threads.get(id)
    if (thread) thread.messages = refreshQuotes(mergeMessages(thread.messages, incoming), incoming)
  }

  /** Every message of a conversation that the member may read, oldest first; null when refused. */
  async readAll(id: string): Promise<{ messages: Message[]; since: string } | null> {
    const found: Message[] = []
    let before = ''
    let since = ''
    for (;;) {
      const { status, body } = await this.call(
        'GET',
        `/api/conversations/${id}/messages?limit=100${before}`,
      )
      if (status !== 200) return null
      const page = body as { messages: Message[]; hasMore: boolean; lastSyncDate: string }
      since ||= page.lastSyncDate
      found.unshift(...page.messages)
      if (!page.hasMore) return { messages: found, since }
      before = `&oldestLoadedMessageId=${page.messages[0]?.id}`
    }
  }
  async #sync(id: string, thread: Thread): Promise<void> {
    for (;;) {
      const { status, body } = await this.call(
        'GET',
        `/api/conversations/${id}/sync?since=${encodeURIComponent(thread.since)}`,
      )
      if (status !== 200) return void this.threads.delete(id)
      const changes = body as { messages: Message[]; lastSyncDate: string; more: boolean }
      this.#merge(id, changes.messages)
      thread.since = changes.lastSyncDate
      if (!changes.more) return
    }
  }
  /** Lists the conversations, syncs known threads and reads new ones. */
  async catchUp(): Promise<void> {
    const { status, body } = await this.call('GET', '/api/conversations')
    if (status !== 200) return
    const { conversations } = body as { conversations: Conversation[] }
    this.conversations = new Map(conversations.map((c) => [c.id, c]))
    for (const id of this.threads.keys()) if (!this.conversations.has(id)) this.threads.delete(id)
    for (const id of this.conversations.keys()) {
      const thread = this.threads.get(id)
      const read = thread ? await this.#sync(id, thread) : await this.readAll(id)
      if (read) this.threads.set(id, read)
    }
  }

  /** Ends the session; its tokens must be refused from now on. */
  async signOut(): Promise<void> {
    const [token, cookie] = [this.#token, this.#cookie]
    await this.call('POST', '/api/auth/logout')
    this.signedOut = true
    this.disconnect()
    this.#token = token
    this.#cookie = cookie
    const after = await this.call('GET', '/api/conversations')
    if (after.status !== 401) this.witness.fault(`a signed-out device got ${after.status}`)
    const again = await this.call('POST', '/api/auth/refresh')
    if (again.status !== 401) this.witness.fault('a signed-out device renewed its token')
    this.threads.clear()
  }
  async signIn(): Promise<void> {
    this.#cookie = ''
    const { status, body } = await this.call('POST', '/api/auth/login', {
      email: this.cast.email,
      password: PASSWORD,
    })
    if (status !== 200) return this.witness.fault(`a member could not sign in: ${status}`)
    this.#token = (body as { token: string }).token
    this.signedOut = false
    await this.connect()
  }
}
