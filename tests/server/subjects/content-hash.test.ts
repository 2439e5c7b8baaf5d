import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashOfContent, keyPlainHashes } from '../../../server/agreements/content-hash'
import { approve } from '../../../server/agreements/service'
import { testApp, type TestApp } from '../../support/server/server'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const plain = (content: string): string => createHash('sha256').update(content).digest('hex')

test('what a yes is given to is stored as a keyed hash; plain ones of before are keyed at the start', async () => {
  const couple = await t.member('couple_empreinte', ['woman', 'man'])
  const viewer = { identityId: couple.identityIds[0] ?? null, userId: couple.userId }
  const stored = async (id: string) =>
    (
      await t.ctx.db
        .selectFrom('agreements')
        .where('subject_id', '=', id)
        .select('content_hash')
        .executeTakeFirstOrThrow()
    ).content_hash
  const agree = (id: string, content: string) =>
    approve(t.ctx, t.ctx.db, viewer, {
      id,
      accountId: couple.accountId,
      revision: 1,
      wanted: JSON.stringify(couple.identityIds),
      content,
    })
  await agree('un', 'Oui')
  await agree('deux', 'Oui')
  const [one, two] = [await stored('un'), await stored('deux')]
  expect(one).toBe(hashOfContent(t.ctx.secret, 'un', 'Oui'))
  expect(one).not.toBe(two)
  expect(one).not.toBe(hashOfContent(Buffer.from('another secret'), 'un', 'Oui'))
  expect([one, two]).not.toContain(plain('Oui'))

  await t.ctx.db
    .updateTable('agreements')
    .set({ content_hash: plain('Oui') })
    .where('subject_id', '=', 'un')
    .where('identity_id', '=', couple.identityIds[0] ?? '')
    .where('revision', '=', 1)
    .execute()
  await t.ctx.db.deleteFrom('settings').where('name', '=', 'agreement_hashes').execute()
  // by two processes that start together, and again
  await Promise.all([keyPlainHashes(t.ctx), keyPlainHashes(t.ctx)])
  await keyPlainHashes(t.ctx)
  expect([await stored('un'), await stored('deux')]).toEqual([one, two])
})
