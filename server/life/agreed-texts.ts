import { createHash } from 'node:crypto'
import { AGREEMENT_TEXTS, FORMER_AGREEMENT_TEXTS } from '#contract/profile/agreement-texts'
import { CONSENTS } from '#contract/session/consents'

/** What members agreed to, by the hash that is stored with each agreement. */
export const AGREED_TEXTS: ReadonlyMap<string, string> = new Map(
  [
    ...[...Object.values(AGREEMENT_TEXTS), ...Object.values(CONSENTS)].map(({ text }) => text),
    ...FORMER_AGREEMENT_TEXTS,
  ].map((text) => [createHash('sha256').update(text).digest('hex'), text]),
)
