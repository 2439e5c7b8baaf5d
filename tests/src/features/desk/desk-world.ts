import { vi } from 'vitest'
import type { CaseDetail, CaseLine } from '#contract/staff/cases'
import type { Decision } from '#contract/staff/measures'

type Answer = [status: number, body: unknown]
/** «METHOD /path» → what is answered; `asked` holds what was sent. */
export interface Stub {
  readonly answers: Record<string, (body: unknown, url: URL) => Answer>
  readonly asked: [string, unknown][]
}
export const stubFetch = (): Stub => {
  const stub: Stub = { answers: {}, asked: [] }
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const url = new URL(path, 'http://localhost')
    const key = `${init.method} ${url.pathname.replace('/api', '')}`
    const body = init.body ? (JSON.parse(String(init.body)) as unknown) : undefined
    stub.asked.push([key, body])
    const [status, answer] = stub.answers[key]?.(body, url) ?? [404, { code: 'not_found' }]
    return Promise.resolve(
      new Response(JSON.stringify(answer), {
        status,
        headers: { 'content-type': 'application/json' },
      }),
    )
  })
  return stub
}

export const me = {
  role: 'operator',
  pseudonym: 'Camille',
  unlocked: true,
  method: 'mail',
  open: 2,
} as const

export const caseLine = (n: number, more: Partial<CaseLine> = {}): CaseLine => ({
  id: `case-${String(n).padStart(5, '0')}`,
  kind: 'report',
  subjectKind: 'message',
  account: { id: `account-${n}`, handle: `membre_${n}` },
  priority: 1,
  reports: 1,
  reasons: ['harassment'],
  state: 'open',
  openedAt: new Date(Date.UTC(2026, 10, 1) + n * 60_000).toISOString(),
  rankedAt: new Date(Date.UTC(2026, 10, 1) + n * 60_000).toISOString(),
  closedAt: null,
  outcome: null,
  claim: null,
  keptUntil: null,
  tag: null,
  version: 1,
  ...more,
})

export const caseDecision = (more: Partial<Decision> = {}): Decision => ({
  id: 'decision-1',
  caseId: 'case-00001',
  measure: 'warn',
  scopes: [],
  identity: null,
  rule: 'respect',
  facts: 'Des mots qui blessent.',
  until: null,
  madeAt: '2026-10-01T10:00:00.000Z',
  by: 'Camille',
  second: null,
  undoneAt: null,
  appealed: false,
  ...more,
})

export const caseDetail = (line: CaseLine, more: Partial<CaseDetail> = {}): CaseDetail => ({
  line,
  reports: [
    {
      id: 'report-1',
      reason: 'harassment',
      comment: 'Il insiste depuis trois jours.',
      at: '2026-11-20T20:00:00.000Z',
      by: 'nora',
      answered: 3,
      founded: 2,
      misuse: 'none',
    },
  ],
  evidence: [
    {
      id: 'evidence-1',
      kind: 'message',
      capturedAt: '2026-11-20T20:00:00.000Z',
      payload: {
        text: 'Réponds-moi.',
        at: '2026-11-20T19:00:00.000Z',
        photos: 1,
        context: [
          { who: 'reporter', text: 'Non merci.', at: '2026-11-20T18:59:00.000Z', photos: 0 },
          {
            who: 'author',
            text: 'Réponds-moi.',
            at: '2026-11-20T19:00:00.000Z',
            photos: 1,
            reported: true,
          },
        ],
      },
      photosLeftOut: 0,
      photos: [
        {
          position: 0,
          blurred: 'data:image/jpeg;base64,AAAA',
          guarded: false,
          asked: [],
          allowed: false,
        },
      ],
    },
  ],
  versionsLeftOut: 0,
  hold: null,
  frozenUntil: null,
  account: {
    id: 'account-1',
    handle: 'membre_1',
    state: 'active',
    createdAt: '2026-01-01T00:00:00.000Z',
    reports: 2,
    founded: 1,
    parted: [],
    sessions: 1,
    decisions: [],
    tree: null,
  },
  decisions: [],
  proposal: null,
  evidenceUntil: null,
  appeal: null,
  answered: null,
  contested: null,
  persons: [],
  measures: ['dismiss', 'remove', 'warn', 'restrict', 'suspend', 'exclude'],
  ...more,
})

export const rules = [
  { key: 'consentement', title: 'Le consentement d’abord', text: '…' },
  { key: 'respect', title: 'Le respect', text: '…' },
]
