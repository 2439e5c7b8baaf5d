import { inflateRawSync } from 'node:zlib'
import type { Message } from '#contract/messaging/messages'
import { NAMES, PASSWORD } from './cast'
import type { Device } from './device'
import type { Said, Talk } from './model'
import type { Stage } from './stage'

/** A message without what differs between readers by right: receipts and links. */
const facts = (m: Message): string =>
  JSON.stringify({
    id: m.id,
    by: m.senderIdentityId,
    client: m.clientMsgId,
    text: m.content,
    deleted: m.deletedAt !== null,
    edited: m.edited,
    reactions: Object.entries(m.reactions)
      .flatMap(([emoji, list]) => list.map((r) => `${r.identity_id} ${emoji}`))
      .sort(),
    photos: m.media.length,
  })
const expected = (s: Said, photos: number): string =>
  JSON.stringify({
    id: s.id,
    by: s.identityId,
    client: s.clientId,
    text: s.deleted ? '' : s.text,
    deleted: s.deleted,
    edited: s.edited,
    reactions: [...s.reactions].map(([identity, emoji]) => `${identity} ${emoji}`).sort(),
    photos,
  })
const people = (list: readonly Message[]): Message[] =>
  list.filter((m) => m.senderAccountId !== 'system')

/** The page of a member against the model: each message once, as it is now, in the senders' order. */
const checkPage = (stage: Stage, member: number, talk: Talk, page: readonly Message[]): void => {
  const who = `${NAMES[member]} in a ${talk.kind}`
  const found = new Map(page.map((m) => [m.id, m]))
  if (found.size !== page.length) stage.fault(`${who}: a message is there twice`)
  const wanted = stage.model.visible(member, talk)
  for (const said of wanted) {
    const m = found.get(said.id)
    if (!m) stage.fault(`${who}: ${said.text} is lost`)
    else if (facts(m) !== expected(said, m.media.length))
      stage.fault(`${who}: ${facts(m)} where the model has ${expected(said, m.media.length)}`)
  }
  if (page.length > wanted.length)
    stage.fault(`${who}: ${page.length} messages where ${wanted.length} were sent`)
  const order = page.map((m) => talk.said.findIndex((s) => s.id === m.id))
  if (order.some((n, i) => i > 0 && n < (order[i - 1] ?? 0))) stage.fault(`${who}: out of order`)
  if (page.some((m, i) => i > 0 && m.seq <= (page[i - 1]?.seq ?? 0)))
    stage.fault(`${who}: seq does not grow`)
}

const checkDevice = async (stage: Stage, device: Device): Promise<void> => {
  await device.catchUp()
  const { member } = device
  for (const talk of stage.model.talks) {
    const inside = talk.members.has(member)
    const read = await device.readAll(talk.id)
    if ((read !== null) !== inside) {
      stage.fault(`${NAMES[member]} reads a ${talk.kind}: ${read !== null}, inside: ${inside}`)
      continue
    }
    if (!read) continue
    checkPage(stage, member, talk, people(read.messages))
    const kept = device.threads.get(talk.id)
    // an empty direct conversation is not in the other member's list
    if (!kept && talk.said.length > 0) stage.fault(`${NAMES[member]} lacks a ${talk.kind}`)
    if (kept) {
      // a device that was away while its member left and returned keeps what it had received before
      const first = read.messages[0]?.seq ?? Infinity
      const since = kept.messages.filter((m) => m.seq >= first)
      const [own, page] = [since, read.messages].map((l) => people(l).map(facts).join('\n'))
      if (own !== page)
        stage.fault(
          `a device of ${NAMES[member]} differs from its page of a ${talk.kind}:\n${own}\n—\n${page}`,
        )
    }
    const listed = device.conversations.get(talk.id)
    const unread = stage.model.unread(member, talk)
    if (member !== 0 && listed && listed.unread_count !== unread)
      stage.fault(
        `${NAMES[member]} has ${listed.unread_count} unread in a ${talk.kind}, not ${unread}`,
      )
  }
}

/** One file of a zip archive, found by its central directory. */
const unzipFile = (zip: Buffer, wanted: string): Buffer | null => {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  let at = end < 0 ? -1 : zip.readUInt32LE(end + 16)
  while (at >= 0 && zip.toString('latin1', at, at + 4) === 'PK\x01\x02') {
    const [packed, name, extra, comment, local] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ]
    if (zip.toString('utf8', at + 46, at + 46 + name) === wanted) {
      const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
      const bytes = zip.subarray(from, from + packed)
      return zip.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes)
    }
    at += 46 + name + extra + comment
  }
  return null
}

/** The archive of a member: every own message that still exists, in its present text, and nothing of others. */
const checkExport = async (stage: Stage, member: number): Promise<void> => {
  const device = stage.deviceOf(member)
  const zip = await device.download('POST', '/api/account/export', { password: PASSWORD })
  const json = zip && unzipFile(zip, 'donnees.json')?.toString()
  if (!json) return stage.fault(`the archive of ${NAMES[member]} cannot be read`)
  const { messages } = JSON.parse(json) as { messages: { discussion: string; texte: string }[] }
  const own = stage.model.talks
    .flatMap((t) =>
      t.said.filter((s) => s.author === member && !s.deleted).map((s) => `${t.id} ${s.text}`),
    )
    .sort()
  const found = messages.map((m) => `${m.discussion} ${m.texte}`).sort()
  if (found.join('\n') !== own.join('\n'))
    stage.fault(
      `the archive of ${NAMES[member]} has ${found.length} messages, the model ${own.length}`,
    )
}

/** What the database holds of a conversation, in its order. */
export interface StoredMessage {
  readonly id: string
  readonly client_msg_id: string | null
  readonly content: string
  readonly deleted: boolean
}
export type ReadMessages = (conversationId: string) => Promise<readonly StoredMessage[]>

const checkDatabase = async (stage: Stage, stored: ReadMessages): Promise<void> => {
  for (const talk of stage.model.talks) {
    const rows = (await stored(talk.id)).filter((r) => r.client_msg_id !== null)
    const [have, want] = [
      rows.map((r) => `${r.id} ${r.deleted ? '' : r.content}`).join('\n'),
      talk.said.map((s) => `${s.id} ${s.deleted ? '' : s.text}`).join('\n'),
    ]
    if (have !== want) stage.fault(`the database differs in a ${talk.kind}:\n${have}\n—\n${want}`)
    if (rows.some((r) => r.deleted && r.content !== ''))
      stage.fault('the database keeps the text of a deleted message')
  }
}

/** Every device, page, sync, archive and the database against the model. */
export const verify = async (
  stage: Stage,
  stored: ReadMessages,
  exporter: number,
): Promise<void> => {
  await stage.connectAll()
  await stage.flush()
  await Promise.all(stage.devices.filter((d) => !d.signedOut).map((d) => checkDevice(stage, d)))
  await checkDatabase(stage, stored)
  await checkExport(stage, exporter)
  stage.check()
}
