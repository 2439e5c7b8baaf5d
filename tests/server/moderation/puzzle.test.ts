import { expect, test } from 'vitest'
import { noticePuzzle, sendNotice } from '#contract/moderation'
import { solvePuzzle } from '../../../src/features/moderation/puzzle'
import { newId } from '../../../server/tokens'
import { notice, solved } from '../../support/world/notice'
import { picture, upload } from '../../support/world/world'
import { setUp, t } from './cases-setup'

setUp()

const ask = async () => (await t.client().call(noticePuzzle, {})).body.puzzle
const send = async (proof: string) =>
  (
    await t.client().call(sendNotice, {
      body: {
        target: 'quelqu’un',
        reason: 'spam',
        text: 'De la publicité partout.',
        goodFaith: true,
        proof,
      },
    })
  ).status

test('a notice needs a solved puzzle, which the form finds as well, and which serves once', async () => {
  const puzzle = await ask()
  const proof = await solvePuzzle(puzzle)
  expect(await send(proof)).toBe(201)
  expect(await send(proof)).toBe(409)
  // also with another number that solves it
  const nonce = Number(proof.slice(puzzle.length + 1))
  expect(await send(solved(puzzle, nonce + 1))).toBe(409)
  expect(await send(solved(await ask()))).toBe(201)
})

test('refused: unsolved, of another server, changed, or after an hour', async () => {
  const puzzle = await ask()
  const [id, end, sign] = puzzle.split('.')
  // a number that does not solve it
  expect(await send(`${puzzle}.${solved(puzzle).endsWith('.0') ? 1 : 0}`)).toBe(409)
  expect(await send(puzzle)).toBe(409)
  expect(await send(solved(`${id}.${Number(end) + 1}.${sign}`))).toBe(409)
  expect(await send(solved(`${id}.${end}.${'A'.repeat(43)}`))).toBe(409)
  const late = solved(puzzle)
  t.clock.now += 3_600_001
  expect(await send(late)).toBe(409)
})

test('the reply does not wait for a copy of the profile, which only a real pseudonym has', async () => {
  const member = await t.member('vise_dehors')
  const media = (await upload(member, await picture())).body.media_id
  await t.ctx.db
    .insertInto('profile_photos')
    .values({
      id: newId(),
      account_id: member.accountId,
      media_id: media,
      position: 0,
      created_at: t.clock.now,
    })
    .execute()
  const { get } = t.ctx.storage
  let copy = (): void => undefined
  const copied = new Promise<void>((resolve) => (copy = resolve))
  t.ctx.storage.get = async (key) => {
    await copied
    return get(key)
  }
  const sent = await notice(t, {
    target: member.handle,
    reason: 'non_consensual',
    text: 'C’est ma photo.',
  })
  expect(sent.status).toBe(201)
  const kept = () =>
    t.ctx.db
      .selectFrom('evidence as e')
      .innerJoin('cases as c', 'c.id', 'e.case_id')
      .leftJoin('evidence_photos as p', 'p.evidence_id', 'e.id')
      .where('c.account_id', '=', member.accountId)
      .select(['e.kind', 'p.position'])
      .orderBy('e.kind')
      .execute()
  expect(await kept()).toEqual([{ kind: 'notice', position: null }])
  copy()
  await t.ctx.bus.idle()
  t.ctx.storage.get = get
  expect(await kept()).toEqual([
    { kind: 'notice', position: null },
    { kind: 'profile', position: 0 },
  ])
})
