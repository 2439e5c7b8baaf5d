import type { NewRow } from '../tables'
import { fold } from '../dialect'
import { consentRows } from '../../session/registration'
import { emailKey } from '../../session/queries'
import { identityHandles, isCouple, MEMBERS, type Member, type Person } from './members'
import { idOf, random, type Random } from './random'
import { townOf } from './towns'

const DAY = 86_400_000
const COUPLE_PRACTICES = ['curieux', 'cote_a_cote', 'melangisme', 'echangisme', 'deux_plus_deux', 'pluralite', 'orgie'] as const
const CONTEXTS = ['soirees_privees', 'soirees_multi', 'clubs', 'saunas', 'hotels', 'a_domicile', 'a_exterieur', 'en_exterieur'] as const
const PRACTICES = ['embrasse_hors_couple', 'contact_hors_couple', 'rapports_hors_couple', 'candaulisme_acteur', 'candaulisme_observateur', 'bdsm', 'plans_solo'] as const
const SMOKER = ['non-fumeur', 'non-fumeur', 'occasionnel', 'vapoteur', 'fumeur'] as const
const SILHOUETTE = ['mince', 'athletique', 'moyenne', 'moyenne', 'rondeurs', 'rond'] as const
const ORIGIN: Readonly<Record<string, string>> = { porcelain: 'caucasien', fair: 'caucasien', peach: 'caucasien', olive: 'latine', honey: 'arabe', bronze: 'latine', brown: 'africain', deep: 'africain' }

/** Each rated from 0 to 100 in steps of 5, or not rated (null). */
const ratings = (r: Random, keys: readonly string[]): Record<string, number | null> =>
  Object.fromEntries(keys.map((key) => [key, r.chance(0.25) ? null : r.int(0, 20) * 5]))

/** The twelve fields of a person (CORE-064). */
const personData = (person: Person, name: string) => {
  const r = random(`person ${name}`)
  return {
    firstName: person.firstname, birthDate: person.birthDate, smoker: r.pick(SMOKER), silhouette: r.pick(SILHOUETTE), taille: r.int(person.gender === 'woman' ? 156 : 168, person.gender === 'woman' ? 180 : 194),
    origine: person.look ? (ORIGIN[person.look.skin] ?? 'autre') : 'autre', description: '',
    orientation_femme: r.int(0, 20) * 5, orientation_homme: r.int(0, 20) * 5, orientation_autre: r.chance(0.3) ? null : r.int(0, 20) * 5,
    practices: ratings(r, PRACTICES), comments: {},
  }
}

/** The profile form's eight fields (CORE-062). */
const profileData = (member: Member) => {
  const r = random(`profile ${member.handle}`)
  const [first, second] = member.people
  return {
    location: townOf(member.postalCode), description: member.description,
    person1: first ? personData(first, `${member.handle} 1`) : null, person2: second ? personData(second, `${member.handle} 2`) : null,
    couplePractices: isCouple(member) ? ratings(r, COUPLE_PRACTICES) : {}, contextPractices: ratings(r, CONTEXTS), coupleComments: {}, contextComments: {},
  }
}

export interface MemberIds { readonly userId: string; readonly accountId: string; readonly identityIds: readonly string[] }

/** Ids of a member; the same at every try of one seed. */
export const memberIds = (member: Member, nowMs: number): MemberIds => {
  const at = nowMs - member.days * DAY
  return { userId: idOf(`user ${member.handle}`, at), accountId: idOf(`account ${member.handle}`, at), identityIds: member.people.map((_, i) => idOf(`identity ${member.handle} ${i}`, at)) }
}

export interface PeopleRows {
  readonly accounts: NewRow<'accounts'>[]
  readonly identities: NewRow<'identities'>[]
  readonly users: NewRow<'users'>[]
  readonly consents: NewRow<'consents'>[]
}

/** Accounts with their users, all confirmed and with one password. `avatarOf` answers the media id of `account handle` or `identity handle i`. */
export const peopleRows = (ids: ReadonlyMap<string, MemberIds>, passwordHash: string, avatarOf: (name: string) => string | null, lastSeen: ReadonlyMap<string, number>, nowMs: number): PeopleRows => {
  const rows: PeopleRows = { accounts: [], identities: [], users: [], consents: [] }
  for (const member of MEMBERS) {
    const own = ids.get(member.handle)
    if (!own) continue
    const created = Math.floor(nowMs - member.days * DAY)
    rows.accounts.push({
      id: own.accountId, handle: member.handle, handle_key: fold(member.handle), avatar_media_id: avatarOf(`account ${member.handle}`), data: JSON.stringify(profileData(member)),
      created_at: created, last_seen_at: Math.floor(lastSeen.get(member.handle) ?? nowMs), last_seen_identity_id: own.identityIds[0] ?? null, heartbeat_at: null, deleted_at: null,
    })
    const handles = identityHandles(member)
    member.people.forEach((person, i) => {
      const handle = handles[i] ?? member.handle
      rows.identities.push({
        id: own.identityIds[i] ?? '', account_id: own.accountId, handle, handle_key: fold(handle), gender: person.gender, is_primary: i === 0 ? 1 : 0,
        firstname: person.firstname, avatar_media_id: avatarOf(`identity ${member.handle} ${i}`), created_at: created,
      })
    })
    rows.users.push({
      id: own.userId, email: member.email, email_key: emailKey(member.email), password_hash: passwordHash, name: member.people.map((p) => p.firstname).join(' et '),
      birth_date: member.people[0]?.birthDate ?? '1985-01-01', created_at: created, email_verified_at: created + 60_000, account_id: own.accountId, join_token_hash: null,
    })
    rows.consents.push(...consentRows(own.userId, created))
  }
  return rows
}
