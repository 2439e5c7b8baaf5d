import { expect, test } from 'vitest'
import { EMOJI, findEmoji } from '../../../../src/features/messaging/emoji/emoji-data'
import { countLoneEmoji } from '../../../../src/features/messaging/thread/message/lone-emoji'

test('each entry is one emoji with a French name, and none comes twice', () => {
  const all = EMOJI.flatMap((g) => g.emoji)
  expect(all.length).toBeGreaterThan(350)
  for (const e of all) expect([e.emoji, countLoneEmoji(e.emoji)]).toEqual([e.emoji, 1])
  for (const e of all) expect(e.name).toMatch(/^[\p{L}][\p{L}\d ’-]+$/u)
  expect(new Set(all.map((e) => e.emoji)).size).toBe(all.length)
})
test('found by the beginnings of words, without accents and in any order', () => {
  const found = (query: string) => findEmoji(query).map((e) => e.emoji)
  expect(found('coeur rouge')).toEqual(['❤️'])
  expect(found('ROUGE Cœ')).toEqual(['❤️'])
  expect(found('clin d’oeil')).toContain('😉')
  expect(found("clin d'œil")).toContain('😉')
  expect(found('fete')).toEqual(expect.arrayContaining(['🥳', '🎉']))
  expect(found('xyz')).toEqual([])
})
