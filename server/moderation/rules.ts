import type { CommunityRule } from '#contract/moderation'
import type { ParsedInput } from '#contract/route'
import type { saveRules } from '#contract/staff/community'
import { rulesVersion } from '../community'
import type { Ctx, StaffViewer } from '../context'
import { isUniqueViolation, type Conn } from '../db/dialect'
import { fail } from '../fail'
import { writeAudit } from '../staff/service'

/** The rules until an operator writes others. */
const FIRST: readonly CommunityRule[] = [
  {
    key: 'consentement',
    title: 'Le consentement d’abord',
    text: 'Rien ne se fait, ne se montre et ne se raconte sans l’accord de chaque personne concernée. Un non, un silence ou une hésitation se respectent sans discussion.',
  },
  {
    key: 'majeurs',
    title: 'Adultes seulement',
    text: 'Toute personne présente, nommée ou montrée ici a dix-huit ans ou plus. Aucune exception, même pour rire.',
  },
  {
    key: 'photos',
    title: 'Vos photos, et seulement les vôtres',
    text: 'On ne publie que des photos de soi, ou de personnes qui ont dit oui. On ne les copie pas, on ne les transmet pas, on ne les montre pas ailleurs.',
  },
  {
    key: 'discretion',
    title: 'La discrétion de chacun',
    text: 'Un prénom, une adresse, un métier ou un visage appris ici restent ici.',
  },
  {
    key: 'respect',
    title: 'Le respect',
    text: 'Pas d’insultes, de menaces, d’insistance ni de propos haineux. Quelqu’un qui ne répond pas a répondu.',
  },
  {
    key: 'verite',
    title: 'Être qui l’on dit',
    text: 'Un profil montre de vraies personnes. On ne se fait pas passer pour quelqu’un d’autre, ni pour un couple quand on est seul.',
  },
  {
    key: 'commerce',
    title: 'Pas de commerce',
    text: 'Ni publicité, ni prestation tarifée, ni recrutement, ni message envoyé en série.',
  },
]

/** The rules of a version, the newest by default. Version 0: those that the software brings. */
export const readRules = async (
  db: Conn,
  version?: number | null,
): Promise<{ version: number; rules: readonly CommunityRule[] }> => {
  let query = db.selectFrom('house_rules').selectAll()
  if (version !== undefined && version !== null) query = query.where('version', '=', version)
  const row = await query.orderBy('version', 'desc').limit(1).executeTakeFirst()
  return row
    ? { version: row.version, rules: JSON.parse(row.rules) as CommunityRule[] }
    : { version: 0, rules: FIRST }
}

/** Fails with `invalid_payload` for a version that does not exist. */
export const acceptCommunityRules = async (
  ctx: Ctx,
  userId: string,
  version: number,
): Promise<void> => {
  if (version > (await rulesVersion(ctx.db))) fail('invalid_payload')
  await ctx.db
    .updateTable('users')
    .set((eb) => ({
      rules_version: eb
        .case()
        .when('rules_version', '>', version)
        .then(eb.ref('rules_version'))
        .else(version)
        .end(),
    }))
    .where('id', '=', userId)
    .execute()
}

/** Saves a new version; members have to accept it. Fails with `conflict`. */
export const saveRulesVersion = async (
  ctx: Ctx,
  viewer: StaffViewer,
  { version, rules }: ParsedInput<typeof saveRules>['body'],
): Promise<number> => {
  const now = ctx.now()
  return ctx.db
    .transaction()
    .execute(async (trx) => {
      if ((await rulesVersion(trx)) !== version) fail('conflict')
      await trx
        .insertInto('house_rules')
        .values({
          version: version + 1,
          rules: JSON.stringify(rules),
          made_by: viewer.userId,
          made_at: now,
        })
        .execute()
      await writeAudit(
        trx,
        viewer,
        {
          act: 'rules.saved',
          targetKind: 'rules',
          targetId: String(version + 1),
          detail: { rules: rules.length },
        },
        now,
      )
      return version + 1
    })
    .catch((error: unknown) =>
      isUniqueViolation(error) ? fail('conflict') : Promise.reject(error),
    )
}
