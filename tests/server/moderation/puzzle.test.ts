import { expect, test } from 'vitest'
import { noticePuzzle, sendNotice } from '#contract/moderation'
import { solve } from '../../../src/features/moderation/puzzle'
import { solved } from '../../support/world/notice'
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
  const proof = await solve(puzzle)
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
