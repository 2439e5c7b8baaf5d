import { afterAll, beforeAll, expect, test } from 'vitest'
import { PLANTED } from '../histories/planted'
import { embedded, stepsOf, Theatre } from '../histories/run'

let theatre: Theatre
beforeAll(() => {
  theatre = new Theatre(embedded())
})
afterAll(() => theatre.close())

test.for(Object.keys(PLANTED))(
  'a planted fault is found: %s',
  { timeout: 300_000 },
  async (fault) => {
    let found: string | null = null
    for (let seed = 1; seed <= 6 && found === null; seed += 1)
      found = await theatre.play(stepsOf(seed), fault)
    expect(found).not.toBeNull()
  },
)
