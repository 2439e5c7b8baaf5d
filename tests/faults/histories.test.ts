import { afterAll, beforeAll, expect, test } from 'vitest'
import { embedded, stepsOf, Theatre } from '../histories/run'
import { MIN_STEPS } from '../histories/steps'

let theatre: Theatre
beforeAll(() => {
  theatre = new Theatre(embedded())
})
afterAll(() => theatre.close())

// a new part of the space at every run; a failure prints its seed
const FIRST = Date.now() % 1_000_000_000

test('50 random histories agree with the model on every device, page, sync, archive and in the database', async () => {
  for (let seed = FIRST; seed < FIRST + 50; seed += 1) {
    const history = stepsOf(seed)
    expect(history.length).toBeGreaterThanOrEqual(MIN_STEPS)
    const problem = await theatre.play(history)
    expect(problem, `npm run histories -- 1 --seed=${seed}`).toBeNull()
  }
}, 600_000)
