import fc from 'fast-check'
import { pick } from './act'
import type { Device } from './device'
import { hide, join, leaveEvent, look, reveal } from './events'
import { broken, kill, restart, slowDisk, stepClock, swallow } from './faults'
import { addMember, leaveGroup, removeMember } from './groups'
import { burst, edit, react, read, remove, search, sendOne, sendPhoto, unreact } from './messages'
import type { Talk } from './model'
import { block, fetchPhoto, note, share, shareAlbum, signOut, unblock } from './sharing'
import type { Stage } from './stage'

/** One step as data: `a`, `b` and `c` choose among what exists when it runs. */
export interface Step {
  readonly kind: keyof typeof RUN
  readonly a: number
  readonly b: number
  readonly c: number
}

const RUN = {
  sendOne,
  burst,
  edit,
  remove,
  react,
  unreact,
  read,
  sendPhoto,
  search,
  shareNames: share(true),
  unshareNames: share(false),
  shareAlbum: shareAlbum(true),
  unshareAlbum: shareAlbum(false),
  fetchPhoto,
  block,
  unblock,
  addMember,
  removeMember,
  leaveGroup,
  join,
  leaveEvent,
  reveal,
  hide,
  look,
  note,
  signOut,
  kill,
  restart,
  cut: broken('reset'),
  blackHole: broken('black-hole'),
  halfOpen: broken('half-open'),
  swallow,
  stepClock,
  slowDisk,
} as const

const WEIGHTS: Readonly<Record<keyof typeof RUN, number>> = {
  sendOne: 160,
  burst: 30,
  edit: 60,
  remove: 40,
  react: 60,
  unreact: 20,
  read: 60,
  sendPhoto: 10,
  search: 15,
  shareNames: 30,
  unshareNames: 25,
  shareAlbum: 25,
  unshareAlbum: 25,
  fetchPhoto: 25,
  block: 20,
  unblock: 20,
  addMember: 25,
  removeMember: 20,
  leaveGroup: 15,
  join: 35,
  leaveEvent: 25,
  reveal: 15,
  hide: 15,
  look: 35,
  note: 15,
  signOut: 8,
  kill: 4,
  restart: 2,
  cut: 8,
  blackHole: 4,
  halfOpen: 4,
  swallow: 15,
  stepClock: 12,
  slowDisk: 10,
}

export const MIN_STEPS = 60
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    ...Object.entries(WEIGHTS).map(([kind, weight]) => ({
      weight,
      arbitrary: fc.constant(kind as keyof typeof RUN),
    })),
  ),
  a: fc.nat(10_000),
  b: fc.nat(10_000),
  c: fc.nat(10_000),
})
export const history = fc.array(step, { minLength: MIN_STEPS, maxLength: MIN_STEPS + 20 })

export const runStep = async (stage: Stage, given: Step): Promise<void> => {
  const device = pick(stage.devices, given.a) as Device
  if (device.signedOut) await device.signIn()
  const talk = pick(stage.model.talks, given.b) as Talk
  const sent = talk.said.filter((s) => s.id !== '')
  // recent messages are acted on more often than old ones
  const said = sent[sent.length - 1 - (given.c % Math.min(Math.max(sent.length, 1), 12))]
  await RUN[given.kind]({ ...given, stage, device, talk, said })
  stage.check()
}
