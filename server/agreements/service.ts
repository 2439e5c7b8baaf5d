import { createHash } from 'node:crypto'
import type { Together } from '#contract/messaging/held'
import type { Viewer } from '../context'
import type { Conn } from '../db/dialect'
import { fail } from '../fail'

export {
  choosablePersons,
  deleteForgottenCodes,
  setCodeForgotten,
  proveIdentity,
  proveRuleChange,
  saveIdentityCode,
  assignLoginIdentity,
} from './codes'
export {
  challengeIdentity,
  finishIdentityPasskey,
  passkeysByIdentity,
  deleteIdentityPasskey,
  startIdentityPasskey,
  issueTicket,
} from './keys'

/** What waits for identities of an account. A yes counts for one revision of it. */
export interface Proposal {
  readonly id: string
  readonly accountId: string
  readonly revision: number
  /** Ids of identities, JSON, as stored. */
  readonly wanted: string
  /** What the yes is given to; only its hash is kept. */
  readonly content: string
}

export const wantedOf = ({ wanted }: Pick<Proposal, 'wanted'>): string[] =>
  JSON.parse(wanted) as string[]

/** The acting identity; in both mode a yes could not be attributed. */
export const requireIdentity = (viewer: Pick<Viewer, 'identityId'>): string =>
  viewer.identityId ?? fail('identity_needed')

/** Identities that agree to each proposal as it is now. */
export const identitiesThatAgreed = async (
  db: Conn,
  proposals: readonly Pick<Proposal, 'id' | 'revision'>[],
): Promise<(subjectId: string) => string[]> => {
  const rows =
    proposals.length === 0
      ? []
      : await db
          .selectFrom('agreements')
          .where(
            'subject_id',
            'in',
            proposals.map((s) => s.id),
          )
          .where('withdrawn_at', 'is', null)
          .select(['subject_id', 'identity_id', 'revision'])
          .execute()
  const revisions = new Map(proposals.map((s) => [s.id, s.revision]))
  return (id) =>
    rows
      .filter((r) => r.subject_id === id && r.revision === revisions.get(id))
      .map((r) => r.identity_id)
}

/**
 * Records the yes of the acting identity and returns whether all wanted ones agree. The proposal's
 * row must be locked; the caller has made sure of the identity (`proveIdentity` or `immediateAgreement`).
 * Fails with `identity_needed`, and with `forbidden` for an identity whose yes is not wanted.
 */
export const approveProposal = async (
  trx: Conn,
  viewer: Pick<Viewer, 'identityId' | 'userId'>,
  proposal: Proposal,
  now: number,
): Promise<boolean> => {
  const identity = requireIdentity(viewer)
  const wanted = wantedOf(proposal)
  if (!wanted.includes(identity)) fail('forbidden')
  await trx
    .insertInto('agreements')
    .values({
      subject_id: proposal.id,
      identity_id: identity,
      account_id: proposal.accountId,
      user_id: viewer.userId,
      revision: proposal.revision,
      content_hash: createHash('sha256').update(proposal.content).digest('hex'),
      given_at: now,
    })
    .onConflict((oc) =>
      oc
        .columns(['subject_id', 'identity_id', 'revision'])
        .doUpdateSet({ withdrawn_at: null, given_at: now, user_id: viewer.userId }),
    )
    .execute()
  const agreed = (await identitiesThatAgreed(trx, [proposal]))(proposal.id)
  return wanted.every((id) => agreed.includes(id))
}

/** Withdraws what was agreed to before: the proposal changed, or is taken back. */
export const withdrawAgreements = async (
  trx: Conn,
  subjectId: string,
  now: number,
): Promise<void> => {
  await trx
    .updateTable('agreements')
    .set({ withdrawn_at: now })
    .where('subject_id', '=', subjectId)
    .where('withdrawn_at', 'is', null)
    .execute()
}

/**
 * A rule between two identities: either begins it, alone; it ends when each has asked, acting as
 * itself (`proveRuleChange`). Beginning it again withdraws a request to end it.
 */
export const nextTogetherState = (
  viewer: Pick<Viewer, 'identityId' | 'identityIds'>,
  now: Together,
  on: boolean,
): Together => {
  if (viewer.identityIds.length < 2) return fail('couple_needed')
  if (on) return { on: true, ending_by: null }
  if (!now.on) return now
  const identity = requireIdentity(viewer)
  return now.ending_by === null || now.ending_by === identity
    ? { on: true, ending_by: identity }
    : { on: false, ending_by: null }
}
