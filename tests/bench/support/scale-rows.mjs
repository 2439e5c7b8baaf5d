// The rows of tests/bench/scale.mjs.
import { CompiledQuery } from 'kysely'

/** Rows made by the database itself: every account in four conversations of five messages. */
export const fill = async (db, postgres, accounts, messages) => {
  const run = (text) => db.executeQuery(CompiledQuery.raw(text))
  const n = (count) =>
    postgres
      ? `generate_series(0, ${count - 1}) as g(i)`
      : `(with recursive c(i) as (select 0 union all select i + 1 from c where i < ${count - 1}) select i from c) as g`
  const hex = (value, width) =>
    postgres ? `lpad(to_hex((${value})::bigint), ${width}, '0')` : `printf('%0${width}x', ${value})`
  const id = (kind, value) => `('0192f0c0-${kind}-7000-8000-' || ${hex(value, 12)})`
  const at = 1_760_000_000_000
  const talks = accounts * 2
  const each = Math.round(messages / talks)
  await run(
    `insert into accounts (id, handle, handle_key, created_at)
      select ${id('aaaa', 'i')}, 'membre' || i, 'membre' || i, ${at}
      from ${n(accounts)}`,
  )
  await run(
    `insert into identities (id, account_id, handle, handle_key, gender, is_primary, created_at)
      select ${id('bbbb', 'i')}, ${id('aaaa', 'i')}, 'membre' || i, 'membre' || i, 'woman', 1, ${at}
      from ${n(accounts)}`,
  )
  await run(
    `insert into users (id, email, email_key, password_hash, name, birth_date, created_at,
        email_verified_at, account_id)
      select ${id('cccc', 'i')}, 'm' || i || '@test.invalid', 'm' || i || '@test.invalid',
        'x', 'x', '1990-01-01', ${at}, ${at}, ${id('aaaa', 'i')}
      from ${n(accounts)}`,
  )
  await run(
    `insert into sessions (id, user_id, created_at, last_used_at, user_agent)
      select ${id('dddd', 'i')}, ${id('cccc', 'i')}, ${at}, ${at}, 'x'
      from ${n(accounts)}`,
  )
  await run(
    `insert into conversations (id, type, created_at, clock, last_message_id, last_message_at)
      select ${id('eeee', 'i')}, 'group', ${at}, ${at} + ${each},
        ${id('ffff', `i * ${each} + ${each - 1}`)}, ${at} + i from ${n(talks)}`,
  )
  // conversation k: k mod accounts, and another one far from it
  for (const [who, admin] of [
    [`i % ${accounts}`, 1],
    [`(i * 7 + ${Math.floor(accounts / 2) + 1}) % ${accounts}`, 0],
  ])
    await run(
      `insert into conversation_participants (conversation_id, account_id, is_admin,
        joined_at, visible_after, has_written)
      select ${id('eeee', 'i')}, ${id('aaaa', who)}, ${admin}, ${at}, 0, 1
      from ${n(talks)}
      where true on conflict do nothing`,
    )

  await run(`insert into messages (id, conversation_id, seq, changed, sender_account_id, sender_identity_id, content, client_msg_id, media_count, created_at)
      select ${id('ffff', 'i')}, ${id('eeee', `i / ${each}`)}, ${at} + i % ${each} + 1,
        ${at} + i % ${each} + 1, ${id('aaaa', `(i / ${each}) % ${accounts}`)},
        ${id('bbbb', `(i / ${each}) % ${accounts}`)},
      'Message ' || i || ', de la longueur que les membres écrivent d’ordinaire le soir.',
        ${id('ffff', 'i')}, 0, ${at} + i from ${n(talks * each)}`)
  await run(
    `insert into relations (account_id, with_account_id, created_at, origin)
      select ${id('aaaa', 'i')}, ${id('aaaa', `(i + 1) % ${accounts}`)}, ${at}, 'link' from ${n(accounts)}`,
  )
  if (postgres) await run('analyze')
  return {
    talks,
    each,
    id: (kind, i) => `0192f0c0-${kind}-7000-8000-${i.toString(16).padStart(12, '0')}`,
  }
}
