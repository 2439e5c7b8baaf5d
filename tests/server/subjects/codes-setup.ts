import * as g from '#contract/agreements'
import type { Member, TestApp } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

export let t: TestApp

export const PASSWORD = 'un-bon-mot-de-passe'

export const CODE = '274913'

export const scene = async () => {
  const couple = await t.member(undefined, ['woman', 'man'])
  const [anne = '', paul = ''] = couple.identityIds
  couple.identity = anne
  return { couple, anne, paul, stranger: await t.member() }
}

export const as = (who: Member, identity: string | null): Member => Object.assign(who, { identity })

export const setCode = (who: Member, code: string | null, current?: string, password = PASSWORD) =>
  who.call(g.setIdentityCode, { body: { password, code, ...(current ? { current } : {}) } })

export const answer = (who: Member, id: string, how: 'yes' | 'no' | 'withdraw', code?: string) =>
  who.call(g.answerAgreement, {
    params: { id },
    body: { answer: how, ...(code ? { code } : {}) },
  })

export const choose = (who: Member, identity_id: string, code?: string) =>
  who.call(g.setLoginIdentity, { body: { identity_id, ...(code ? { code } : {}) } })

export const rowOf = async (who: Member, media: string, identity: string) =>
  (await who.call(g.listAgreements)).body.agreements.find(
    (s) => s.media_id === media && s.identity_id === identity,
  )

export const voices = async (who: Member) =>
  (await who.call(g.listAgreements)).body.persons.map((p) => [p.identity_id, p.voice, p.has_code])

export const setUp = (): void => {
  t = sharedApp()
}
