import * as z from 'zod/mini'
import { route } from '../route'

const origin = z.enum(['report', 'notice', 'own', 'signal', 'appeal'])
export type Origin = z.infer<typeof origin>
const counts = z.record(z.string(), z.number())

export const staffFigures = route({
  id: 'staffFigures',
  method: 'GET',
  path: '/staff/figures',
  auth: 'operator',
  summary: 'Figures for a transparency report, of the last 12 months',
  reply: z.object({
    months: z.array(
      z.object({
        /** YYYY-MM, UTC. */
        month: z.string(),
        opened: counts,
        measures: counts,
        /** Median hours between the first report and the decision, and the decisions that it is of. */
        medianHours: z.nullable(z.number()),
        decided: z.number(),
        upheld: z.number(),
        overturned: z.number(),
        /** Decisions that were taken back, with an appeal or without. */
        undone: z.number(),
      }),
    ),
    /** Measures against members by the community rule that they name, and how many were taken back since. */
    rules: z.array(z.object({ title: z.string(), count: z.number(), undone: z.number() })),
    /** By what led to them: closed cases, their measures, and how many of those were taken back since. */
    origins: z.array(
      z.object({ origin, cases: z.number(), measures: z.number(), undone: z.number() }),
    ),
    /** Accounts of which a login was used in the last 30 days. */
    activeMembers: z.number(),
  }),
})
