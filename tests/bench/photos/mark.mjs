// Marked photos: how many of 100 that were passed on name their viewer, how many pairs of an unmarked
// picture and a viewer name somebody, and the time of a first view beside plain encoding.
import sharp from 'sharp'
import { drawMarked } from '../../../server/media/marks/draw.ts'
import { markSigns } from '../../../server/media/marks/pattern.ts'
import { alignCopy } from '../../../server/media/marks/align.ts'
import { cellDifferences, scoreMark, MARK_FOUND_SCORE } from '../../../server/media/marks/trace.ts'
import { drawn, passedOn } from '../../support/world/drawn.ts'

const PICTURES = Number(process.argv.find((a) => a.startsWith('--pictures='))?.slice(11) ?? 100)
const OTHERS = 100
const secret = Buffer.from('a secret of the server')
const marks = Array.from({ length: OTHERS + 1 }, (_, k) =>
  markSigns(secret, { mediaId: 'm', accountId: String(k), day: 'd' }),
)
let found = 0
let wrong = 0
let falseNames = 0
let least = Infinity
let highest = 0
for (let k = 0; k < PICTURES; k += 1) {
  const jpeg = await drawn(1_000 + k, 1_600, 1_200)
  const label = k % 2 ? 'nora_lyon' : null
  const marked = await drawMarked(jpeg, { signs: marks[0], label }, 'full')
  // all three at once: quality 60, half the size, and a crop to 70 % at a random place
  const how = { quality: 60, half: true, crop: [((k * 37) % 100) / 100, ((k * 61) % 100) / 100] }
  const differenceIn = async (picture) => {
    const { original, copy, place } = await alignCopy(jpeg, await passedOn(picture, how))
    return cellDifferences(original, copy, place)
  }
  const [given, unmarked] = [await differenceIn(marked), await differenceIn(jpeg)]
  const z = scoreMark(given, marks[0])
  if (z > MARK_FOUND_SCORE) found += 1
  least = Math.min(least, z)
  for (const other of marks.slice(1)) {
    if (scoreMark(given, other) > MARK_FOUND_SCORE) wrong += 1
    const chance = scoreMark(unmarked, other)
    highest = Math.max(highest, chance)
    if (chance > MARK_FOUND_SCORE) falseNames += 1
  }
}
console.log(
  `${found} of ${PICTURES} name their viewer (least ${least.toFixed(1)}, limit ${MARK_FOUND_SCORE})`,
)
console.log(`${wrong} other viewers named; ${falseNames} names in ${PICTURES * OTHERS} pairs of an`)
console.log(`unmarked picture and a viewer (highest ${highest.toFixed(1)})`)

const large = await drawn(7, 2_048, 1_536)
const times = { plain: [], marked: [] }
for (let k = 0; k < 9; k += 1) {
  let from = performance.now()
  await sharp(large).jpeg({ quality: 90 }).toBuffer()
  times.plain.push(performance.now() - from)
  from = performance.now()
  await drawMarked(large, { signs: marks[0], label: 'nora_lyon' }, 'full')
  times.marked.push(performance.now() - from)
}
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]
const [plain, marked] = [median(times.plain), median(times.marked)]
console.log(
  `first view of 2,048 px: ${marked.toFixed(0)} ms beside ${plain.toFixed(0)} ms of its own encoding`,
)
