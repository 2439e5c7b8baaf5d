import { expect, test } from 'vitest'
import { newsWords } from '../../../server/push/words'

test('an organizer reads that a place is free, and for whom', () => {
  expect(newsWords('waitlist_free', { title: 'Dîner' })).toEqual({
    title: 'Une place est libre',
    body: 'Des membres attendent une place pour «\u00a0Dîner\u00a0».',
  })
})
