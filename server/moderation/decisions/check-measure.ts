import {
  ANSWERED_SUBJECT_KINDS,
  MEASURES,
  REASONED_MEASURES,
  TIMED_MEASURES,
  type Measure,
} from '#contract/staff/measures'
import type { decideCase } from '#contract/staff/cases'
import type { ParsedInput } from '#contract/route'
import { lockAccount } from '../../access/accounts'
import type { Conn } from '../../db/dialect'
import { fail } from '../../fail'
import { identitiesOfCase, type CaseRow } from '../queries'
import { readRules } from '../rules'

export type DecisionBody = ParsedInput<typeof decideCase>['body']

/** Answers that need no words. */
const WORDLESS: readonly Measure[] = ['dismiss', 'admit', 'refuse', 'verify']
/** A member may try again, and must know what to change. */
const mustSayWhy = (row: CaseRow, measure: Measure): boolean =>
  row.subject_kind === 'verification' && measure === 'refuse'

/** A couple is verified when both faces were recognised, and only then. */
const requireAllRecognised = async (
  trx: Conn,
  row: CaseRow,
  recognised: readonly string[],
): Promise<void> => {
  const persons = await identitiesOfCase(trx, row)
  if (persons.length > 1 && persons.some((one) => !recognised.includes(one.id)))
    fail('measure_invalid')
}

/** One of a couple, whose parting waits for the decision. */
const requireOneOfTwo = async (trx: Conn, row: CaseRow, identityId: string): Promise<void> => {
  await lockAccount(trx, row.account_id ?? '')
  const persons = await identitiesOfCase(trx, row)
  if (persons.length < 2 || !persons.some((one) => one.id === identityId)) fail('measure_invalid')
}

/** What may be decided without an account: its profile went with it. */
export const measuresWithoutAccount = (row: Pick<CaseRow, 'subject_kind'>): readonly Measure[] =>
  row.subject_kind === 'profile' ? ['dismiss'] : ['dismiss', 'remove']

/** Refuses a measure that does not fit the case, or that lacks its reasons. Returns the rules' version. */
export const checkMeasure = async (
  trx: Conn,
  row: CaseRow,
  body: DecisionBody,
): Promise<number> => {
  const { measure, rule, facts, days, scopes, identity } = body
  if (!MEASURES[row.subject_kind].includes(measure)) fail('measure_invalid')
  // a template whose slot was not filled
  if (/\{[^}]*\}/.test(facts)) fail('measure_invalid')
  const { version, rules } = await readRules(trx)
  if (measure === 'verify') await requireAllRecognised(trx, row, body.persons)
  if (identity !== undefined && measure !== 'restrict') fail('measure_invalid')
  if (ANSWERED_SUBJECT_KINDS.includes(row.subject_kind)) {
    const isWordless = WORDLESS.includes(measure) && !mustSayWhy(row, measure)
    if (facts === '' && !isWordless) fail('measure_invalid')
    return version
  }
  // without an account only the content can be removed
  if (row.account_id === null && !measuresWithoutAccount(row).includes(measure))
    fail('measure_invalid')
  if (REASONED_MEASURES.includes(measure) && (facts === '' || !rules.some((r) => r.key === rule)))
    fail('measure_invalid')
  if (TIMED_MEASURES.includes(measure) && days === undefined) fail('measure_invalid')
  if (measure === 'restrict' && scopes.length === 0) fail('measure_invalid')
  if (identity !== undefined) await requireOneOfTwo(trx, row, identity)
  return version
}
