/** Faults of a server, as triggers of its embedded database. Each must make a history fail. */
export const PLANTED: Readonly<Record<string, string | readonly string[]>> = {
  'an acknowledged message is lost': `after insert on messages
    when new.media_count = 0 and new.client_msg_id is not null and new.seq % 4 = 0
    begin delete from messages where id = new.id; end`,
  'a message is there twice': `after insert on messages
    when new.client_msg_id is not null and new.seq % 4 = 0
    begin insert into messages (id, conversation_id, seq, changed, sender_account_id,
      sender_identity_id, content, media_count, created_at)
    values (substr(new.id, 1, 24) || lower(hex(randomblob(6))), new.conversation_id, new.seq + 1,
      new.seq + 1, new.sender_account_id, new.sender_identity_id, new.content, 0, new.created_at); end`,
  'a message is put before earlier ones': `after insert on messages
    when new.client_msg_id is not null and new.seq % 4 = 0
    begin update messages set seq = new.seq - 100000 where id = new.id; end`,
  'what was read counts as unread': `after update of last_read_seq on conversation_reads
    begin update conversation_reads set last_read_seq = 0
      where conversation_id = new.conversation_id and identity_id = new.identity_id; end`,
  'a deleted message returns': `after update of deleted_at on messages
    when new.deleted_at is not null
    begin update messages set deleted_at = null, content = old.content where id = new.id; end`,
  'an edit is dropped': `after update of edited_at on messages
    when new.edited_at is not null and new.deleted_at is null
    begin update messages set content = old.content where id = new.id; end`,
  'a reaction is dropped': `after insert on reactions
    begin delete from reactions where message_id = new.message_id; end`,
  'first names stay shared': `after update of share_names on sharings when new.share_names = 0
    begin update sharings set share_names = 1
      where account_id = new.account_id and with_account_id = new.with_account_id; end`,
  'a private album stays shared': `after delete on album_shares
    begin insert into album_shares values (old.id, old.album_id, old.account_id,
      old.with_account_id, old.expires_at, old.created_at); end`,
  'a block does nothing': `after insert on blocks
    begin delete from blocks where account_id = new.account_id; end`,
  'who has left stays a member': `after update of left_at on conversation_participants
    when new.left_at is not null
    begin update conversation_participants set left_at = null
      where conversation_id = new.conversation_id and account_id = new.account_id; end`,
  'a new member reads the past': (['insert', 'update'] as const).map(
    (change) => `after ${change} on conversation_participants when new.visible_after > 0
    begin update conversation_participants set visible_after = 0
      where conversation_id = new.conversation_id and account_id = new.account_id; end`,
  ),
  'a session outlives its end': `after update of ended_at on sessions when new.ended_at is not null
    begin update sessions set ended_at = null where id = new.id; end`,
  'a hidden address stays revealed': `after update of address_revealed on events
    when new.address_revealed = 0 and old.address_revealed = 1
    begin update events set address_revealed = 1 where id = new.id; end`,
}
const triggers = (fault: string): (readonly [name: string, body: string])[] =>
  [PLANTED[fault] ?? []].flat().map((body, n) => [`planted_${n}`, body])
export const plant = (fault: string): string =>
  triggers(fault)
    .map(([name, body]) => `create trigger ${name} ${body};`)
    .join('\n')
export const uproot = (fault: string): string =>
  triggers(fault)
    .map(([name]) => `drop trigger ${name};`)
    .join('\n')
