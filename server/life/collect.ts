import type { Ctx, Viewer } from '../context'
import type { Db } from '../db/client'
import { notSeparated } from '../access/blocks'
import { groupBy } from '../group-by'
import { iso } from '../iso'
import { AGREED_TEXTS } from './agreed-texts'
import { collectAgreements } from './collect-agreements'
import { collectApplication, collectDecisions, collectVerification } from './collect-moderation'
import { collectHeld } from './collect-held'
import { collectEventTexts, collectEvents } from './collect-events'
import { collectParting } from './collect-parting'
import { storedProfile } from '../profile/service'
import { collectWishes, collectZones } from './collect-zones'
import { collectPhotos } from './collect-photos'
import { parseJson, archiveHandles, type ArchiveFiles } from './archive-values'

/** The login, account, consents, sessions and devices. */
const collectAccount = async (db: Db, me: string, userId: string): Promise<ArchiveFiles> => {
  const user = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .selectAll()
    .executeTakeFirstOrThrow()
  const account = await db
    .selectFrom('accounts')
    .where('id', '=', me)
    .selectAll()
    .executeTakeFirstOrThrow()
  const identities = await db
    .selectFrom('identities')
    .where('account_id', '=', me)
    .select(['handle', 'gender', 'is_primary', 'firstname'])
    .execute()
  const consents = await db
    .selectFrom('consents')
    .where('user_id', '=', userId)
    .select(['purpose', 'text_version', 'text_hash', 'granted_at', 'withdrawn_at'])
    .execute()
  const sessions = await db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .select(['created_at', 'last_used_at', 'user_agent', 'ended_at'])
    .execute()
  const passkeys = await db
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .select(['name', 'created_at', 'last_used_at'])
    .orderBy('created_at')
    .execute()
  const devices = await db
    .selectFrom('push_devices')
    .where('user_id', '=', userId)
    .select(['platform', 'user_agent', 'created_at'])
    .execute()
  return {
    compte: {
      email: user.email,
      nom: user.name,
      naissance: user.birth_date,
      inscription: iso(user.created_at),
      preuve_d_age: user.age_method && {
        jour: iso(user.age_proved_on),
        moyen: user.age_method,
      },
      preferences: parseJson(user.preferences),
      pseudo: account.handle,
      profil: parseJson(await storedProfile(db, account)),
      reglages: {
        ...(parseJson(account.preferences) as object),
        presence: account.presence_hidden === 0,
      },
      identites: identities,
    },
    consentements: consents.map((c) => ({
      ...c,
      text: AGREED_TEXTS.get(c.text_hash) ?? null,
      granted_at: iso(c.granted_at),
      withdrawn_at: iso(c.withdrawn_at),
    })),
    sessions: sessions.map((s) => ({
      appareil: s.user_agent,
      debut: iso(s.created_at),
      dernier_usage: iso(s.last_used_at),
      fin: iso(s.ended_at),
    })),
    cles_acces: passkeys.map((p) => ({
      nom: p.name,
      ajoutee: iso(p.created_at),
      dernier_usage: iso(p.last_used_at),
    })),
    appareils: devices.map((d) => ({
      plateforme: d.platform,
      appareil: d.user_agent,
      depuis: iso(d.created_at),
    })),
  }
}

/** Relations, blocks, sharing, notes and invitation links. */
const collectRelations = async (db: Db, me: string): Promise<ArchiveFiles> => {
  const links = await db
    .selectFrom('join_links')
    .where('account_id', '=', me)
    .select(['kind', 'created_at', 'expires_at', 'revoked_at'])
    .execute()
  const relations = await db
    .selectFrom('relations')
    .where('account_id', '=', me)
    .where(notSeparated('with_account_id', me))
    .selectAll()
    .execute()
  const blocks = await db.selectFrom('blocks').where('account_id', '=', me).selectAll().execute()
  const sharings = await db
    .selectFrom('sharings')
    .where('account_id', '=', me)
    .selectAll()
    .execute()
  const shares = await db
    .selectFrom('album_shares as s')
    .leftJoin('albums as a', (join) =>
      join.onRef('a.id', '=', 's.album_id').on('a.account_id', '=', me),
    )
    .where('s.account_id', '=', me)
    .select(['s.with_account_id', 's.expires_at', 'a.name as album_name'])
    .execute()
  const notes = await db.selectFrom('notes').where('account_id', '=', me).selectAll().execute()
  const handleOf = await archiveHandles(db, me, [
    ...relations.map((r) => r.with_account_id),
    ...blocks.map((b) => b.blocked_account_id),
    ...notes.map((n) => n.about_account_id),
    ...sharings.map((s) => s.with_account_id),
    ...shares.map((s) => s.with_account_id),
  ])
  return {
    liens: links.map((l) => ({
      type: l.kind,
      cree: iso(l.created_at),
      fin: iso(l.revoked_at ?? l.expires_at),
    })),
    relations: relations.map((r) => ({
      pseudo: handleOf(r.with_account_id),
      depuis: iso(r.created_at),
    })),
    blocages: blocks.map((b) => ({
      pseudo: handleOf(b.blocked_account_id),
      depuis: iso(b.created_at),
    })),
    partages: {
      par_relation: sharings.map((s) => ({
        pseudo: handleOf(s.with_account_id),
        prenoms: s.share_names === 1,
        sorties: s.share_events === 1,
        tous_les_albums: s.share_all_albums === 1,
      })),
      par_album: shares.map((s) => ({
        pseudo: handleOf(s.with_account_id),
        album: s.album_name ?? '',
        fin: iso(s.expires_at),
      })),
    },
    notes: notes.map((n) => ({
      pseudo: handleOf(n.about_account_id),
      commentaire: n.global_comment,
      note: n.global_feeling,
      ressentis: parseJson(n.identity_feelings),
    })),
  }
}

/** Conversations, sent messages and reactions. */
const collectMessages = async (db: Db, me: string): Promise<ArchiveFiles> => {
  const memberships = await db
    .selectFrom('conversation_participants as p')
    .innerJoin('conversations as c', 'c.id', 'p.conversation_id')
    .where('p.account_id', '=', me)
    .select(['c.id', 'c.type', 'c.title', 'c.event_title', 'p.joined_at', 'p.left_at'])
    .execute()
  const messages = await db
    .selectFrom('messages')
    .where('sender_account_id', '=', me)
    .where('deleted_at', 'is', null)
    .select(['id', 'conversation_id', 'content', 'created_at', 'edited_at'])
    .orderBy('created_at')
    .execute()
  const photos = await db
    .selectFrom('message_media as mm')
    .innerJoin('messages as m', 'm.id', 'mm.message_id')
    .where('m.sender_account_id', '=', me)
    .select(['mm.message_id', 'mm.media_id'])
    .execute()
  const photosOf = groupBy(photos, (p) => p.message_id)
  const opened = await db
    .selectFrom('brief_views')
    .where('account_id', '=', me)
    .select('opened_at')
    .orderBy('opened_at')
    .execute()
  const reactions = await db
    .selectFrom('reactions')
    .where('account_id', '=', me)
    .select(['message_id', 'emoji', 'created_at'])
    .execute()
  return {
    discussions: memberships.map((s) => ({
      id: s.id,
      type: s.type,
      // its name may have changed since
      titre: s.left_at === null ? (s.title ?? s.event_title) : null,
      depuis: iso(s.joined_at),
      jusqu_a: iso(s.left_at),
    })),
    messages: messages.map((m) => ({
      discussion: m.conversation_id,
      texte: m.content,
      date: iso(m.created_at),
      modifie: iso(m.edited_at),
      photos: (photosOf.get(m.id) ?? []).map((p) => `photos/${p.media_id}.jpg`),
    })),
    photos_ephemeres: opened.map((o) => ({ ouverte: iso(o.opened_at) })),
    reactions: reactions.map((r) => ({
      message: r.message_id,
      emoji: r.emoji,
      date: iso(r.created_at),
    })),
  }
}

/**
 * All data that a member entered, by file name. Texts, notes and shares of others are left out:
 * only the member's own messages of a conversation, and only what a participant may know of an
 * event.
 */
export const collectArchive = async (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { accountId, userId }: Pick<Viewer, 'accountId' | 'userId'>,
): Promise<ArchiveFiles> => ({
  ...(await collectAccount(db, accountId, userId)),
  ...(await collectApplication(db, userId)),
  ...(await collectRelations(db, accountId)),
  ...(await collectMessages(db, accountId)),
  ...(await collectPhotos(db, accountId, now())),
  ...(await collectAgreements(db, accountId, userId)),
  ...(await collectEvents(db, accountId)),
  ...(await collectEventTexts(db, accountId)),
  ...(await collectDecisions(db, accountId)),
  ...(await collectVerification(db, accountId)),
  ...(await collectZones(db, accountId)),
  ...(await collectWishes(db, accountId)),
  ...(await collectHeld(db, accountId, userId)),
  ...(await collectParting(db, accountId, userId)),
})
