import { useState } from 'react'
import { communityRules } from '#contract/moderation'
import { decideCase, type CaseDetail } from '#contract/staff/cases'
import {
  REASONED_MEASURES,
  SANCTION_DAYS_MAX,
  TIMED_MEASURES,
  type Measure,
} from '#contract/staff/measures'
import { call } from '../../../data/http/api'
import { useData } from '../../../data/http/cache'
import { announce } from '../../../ui/feedback/announcer'
import { confirm } from '../../../ui/overlay/confirm'
import { NBSP } from '../../../lib/text'
import { DECIDED_LABELS } from '../labels'
import { decisionDraftOf, keepDecisionDraft, type DecisionDraft } from '../state/drafts'
import { deskKey, staffCall } from '../state/desk'
import { nextCaseAfter, loadQueue } from '../state/queue'
import { mainReason, ruleFor, scopesFor, templateFor } from '../templates'
import type { OpenCase } from './use-case'

const EMPTY: DecisionDraft = {
  measure: null,
  rule: '',
  facts: '',
  template: '',
  days: 7,
  scopes: [],
  identity: null,
  persons: [],
}

/** The measures offered; one’s own proposal waits for another staff member. */
export const offeredMeasures = ({ measures, proposal }: CaseDetail): readonly Measure[] =>
  proposal?.mine ? measures.filter((one) => one !== proposal.measure) : measures

const isAnswer = (measure: Measure): boolean =>
  measure === 'uphold' || measure === 'overturn' || measure === 'answer'

/** What is missing before a decision can be sent. */
const missingIn = (draft: DecisionDraft & { measure: Measure }, rule: string): string | null => {
  const { measure, facts, days, scopes } = draft
  if (REASONED_MEASURES.includes(measure) && rule === '') return 'Choisissez la règle concernée.'
  if ((REASONED_MEASURES.includes(measure) || isAnswer(measure)) && facts.trim() === '')
    return 'Écrivez au membre ce qui motive cette décision.'
  if (/\{[^}]*\}/.test(facts)) return 'Remplissez ce qui est entre accolades.'
  if (
    TIMED_MEASURES.includes(measure) &&
    !(Number.isInteger(days) && days >= 1 && days <= SANCTION_DAYS_MAX)
  )
    return `Indiquez une durée de 1 à ${SANCTION_DAYS_MAX}${NBSP}jours.`
  return measure === 'restrict' && scopes.length === 0
    ? 'Choisissez au moins une action à fermer.'
    : null
}

/** A couple shows both faces: the missing one, before it can be verified. */
const unseenIn = ({ measure, persons }: DecisionDraft, detail: CaseDetail): string | null =>
  measure === 'verify' &&
  detail.persons.length > 1 &&
  detail.persons.some(({ id }) => !persons.includes(id))
    ? 'Cochez chaque personne reconnue\u00a0: un couple montre ses deux visages.'
    : null

const confirmExclusion = (): Promise<boolean> =>
  confirm({
    title: `Exclure ce membre${NBSP}?`,
    message: 'Son compte sera fermé, et il quittera ses sorties.',
    confirmLabel: 'Exclure',
    danger: true,
  })

/** The form of a decision: defaults for each measure, what was typed survives everything but the decision. */
export const useDecide = (
  detail: CaseDetail,
  { claim, attempt, setLine }: Pick<OpenCase, 'claim' | 'attempt' | 'setLine'>,
  onDone: (next: string | null) => void,
) => {
  const { id, subjectKind } = detail.line
  const [draft, setDraft] = useState<DecisionDraft>(() => decisionDraftOf(id) ?? EMPTY)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { data: rules, mutate: loadRules } = useData(
    deskKey('rules'),
    async () => (await call(communityRules, {})).rules,
  )
  const reason = mainReason(detail.reports)
  const rule = draft.rule || ruleFor(reason, rules ?? [])
  const set = (patch: Partial<DecisionDraft>): void => {
    const next = { ...draft, ...patch }
    keepDecisionDraft(id, next)
    setDraft(next)
    setError(null)
  }
  const choose = (measure: Measure): void => {
    const proposed = detail.proposal?.measure === measure ? detail.proposal.facts : undefined
    const template = proposed ?? templateFor(measure, subjectKind, reason)
    const untouched = draft.facts === '' || draft.facts === draft.template
    set({
      measure,
      template,
      ...(untouched ? { facts: template } : {}),
      ...(draft.scopes.length === 0 ? { scopes: scopesFor(subjectKind) } : {}),
    })
    if (!rules) void loadRules()
    void claim()
  }
  const send = async (measure: Measure): Promise<void> => {
    const line = await claim()
    if (!line) return
    const done = await attempt(() =>
      staffCall(decideCase, {
        params: { id },
        body: {
          version: line.version,
          measure,
          facts: draft.facts.trim(),
          ...(REASONED_MEASURES.includes(measure) ? { rule } : {}),
          ...(TIMED_MEASURES.includes(measure) ? { days: draft.days } : {}),
          ...(measure === 'restrict'
            ? {
                scopes: [...draft.scopes],
                ...(draft.identity === null ? {} : { identity: draft.identity }),
              }
            : {}),
          ...(measure === 'verify' ? { persons: [...draft.persons] } : {}),
        },
      }),
    )
    if (!done) return
    const next = nextCaseAfter(id)
    keepDecisionDraft(id, null)
    setLine(done.line)
    void loadQueue()
    announce(
      done.waiting
        ? 'Proposition enregistrée. Une deuxième personne doit la confirmer.'
        : `${DECIDED_LABELS[measure]}. ${next ? 'Dossier suivant ouvert.' : 'Plus aucun dossier à ouvrir.'}`,
    )
    onDone(next)
  }
  const decide = async (): Promise<void> => {
    const { measure } = draft
    if (busy || measure === null) return
    const missing = missingIn({ ...draft, measure }, rule) ?? unseenIn(draft, detail)
    if (missing) return setError(missing)
    if (measure === 'exclude' && !(await confirmExclusion())) return
    setBusy(true)
    await send(measure).finally(() => setBusy(false))
  }
  return { draft, rule, rules: rules ?? [], set, choose, decide, busy, error }
}
export type Decide = ReturnType<typeof useDecide>
