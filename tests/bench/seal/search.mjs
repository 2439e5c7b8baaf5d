// Search in 100,000 encrypted messages of one member (200 conversations, two of them with 20,000),
// beside the same member's texts in the clear, compared one by one by the database as the search did
// before messages were encrypted (docs/decisions/049).
import { sql } from 'kysely'
import { messageKey, queryWords } from '../../../server/messaging/reading/search-key.ts'
import { newId } from '../../../server/tokens.ts'
import { testApp } from '../../support/server/server.ts'

const median = (all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)]
const timed = async (work) => {
  const from = performance.now()
  await work()
  return performance.now() - from
}
const WORDS =
  'bonsoir vous venez demain soir chez nous pour la soirée je crois que oui merci à très bientôt les amis'.split(
    ' ',
  )
const textOf = (n) =>
  `${Array.from({ length: 5 + (n % 9) }, (_, k) => WORDS[(n * 7 + k * (1 + (n % 11))) % WORDS.length]).join(' ')}${n === 3 ? ' xylophone' : ''}`

const t = await testApp()
const { db } = t.ctx
const me = await t.member()
await sql`create table plain (id text primary key, conversation_id text, seq bigint, created_at bigint, key text)`.execute(
  db,
)
await sql`create index plain_place on plain (conversation_id, seq)`.execute(db)
const from = t.ctx.now() - 10 * 86_400_000
const talks = []
let n = 0
for (let i = 0; i < 200; i += 1) {
  const id = newId()
  talks.push(id)
  const count = i < 2 ? 20_000 : 303
  const last = from + (n + count) * 1_000
  await db
    .insertInto('conversations')
    .values({ id, type: 'group', created_at: from, clock: last, last_message_at: last })
    .execute()
  await db
    .insertInto('conversation_participants')
    .values({
      conversation_id: id,
      account_id: me.accountId,
      is_admin: 1,
      joined_at: from,
      visible_after: 0,
      has_written: 1,
    })
    .execute()
  for (let done = 0; done < count; done += 500)
    await db.transaction().execute(async (trx) => {
      const rows = Array.from({ length: Math.min(500, count - done) }, () => {
        n += 1
        return { id: newId(), at: from + n * 1_000, content: textOf(n) }
      })
      await trx
        .insertInto('messages')
        .values(
          rows.map((m) => ({
            id: m.id,
            conversation_id: id,
            seq: m.at,
            changed: m.at,
            sender_account_id: me.accountId,
            content: m.content,
            client_msg_id: m.id,
            media_count: 0,
            created_at: m.at,
          })),
        )
        .execute()
      for (const m of rows)
        await sql`insert into plain values (${m.id}, ${id}, ${m.at}, ${m.at}, ${messageKey(m.content)})`.execute(
          trx,
        )
    })
}
const search = async (q) => {
  const { status } = await me.raw('GET', `/api/messages/search?q=${encodeURIComponent(q)}`)
  if (status !== 200) throw new Error(`the search returned ${status}`)
}
/** The database's part of the previous search: eight conversations at a time, newest first. */
const before = async (q) => {
  const holds = sql.join(
    queryWords(q).map((w) => sql`p.key like ${`%${w}%`}`),
    sql` and `,
  )
  let found = []
  for (let i = talks.length; i > 0 && found.length < 21; i -= 8) {
    const { rows } = await sql`select p.* from conversation_participants as c
      join plain as p on p.conversation_id = c.conversation_id and p.seq > c.visible_after
      where c.account_id = ${me.accountId} and c.conversation_id in (${sql.join(talks.slice(Math.max(0, i - 8), i))})
        and ${holds} order by p.created_at desc, p.id desc limit 21`.execute(db)
    found = [...found, ...rows]
    await new Promise((resolve) => void setImmediate(resolve))
  }
}
console.log(
  `first search, which writes the pages: ${(await timed(() => search('absent'))).toFixed(0)} ms`,
)
for (const [name, q] of [
  ['no match', 'absent'],
  ['the oldest message', 'xylophone'],
  ['two words of many', 'demain amis'],
  ['one word of most', 'oui'],
]) {
  const [a, b] = [[], []]
  for (let i = 0; i < 15; i += 1) {
    a.push(await timed(() => search(q)))
    b.push(await timed(() => before(q)))
  }
  const [now, then] = [median(a), median(b)]
  console.log(
    `${name}: ${now.toFixed(1)} ms, in the clear ${then.toFixed(1)} ms: x ${(now / then).toFixed(2)}`,
  )
}
process.exit(0)
