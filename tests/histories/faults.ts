import { setTimeout as delay } from 'node:timers/promises'
import { pick, type Act } from './act'
import type { Host } from './host'
import { burst, sendOne } from './messages'

/** Sends of several devices, with a fault in their middle. */
const amid = async (act: Act, fault: () => Promise<void>): Promise<void> => {
  await Promise.all([burst(act), delay(act.b % 12).then(fault)])
  await act.stage.connectAll()
}
const hostOf = ({ stage, a }: Act): Host => pick(stage.hosts, a) as Host
export const kill = (act: Act): Promise<void> => amid(act, () => hostOf(act).restart('SIGKILL'))
export const restart = (act: Act): Promise<void> => amid(act, () => hostOf(act).restart('SIGTERM'))
export const broken =
  (mode: 'reset' | 'black-hole' | 'half-open') =>
  (act: Act): Promise<void> =>
    amid(act, async () => {
      const { proxy } = hostOf(act)
      proxy.mode = mode
      await delay(10 + (act.c % 40))
      // connections of a black hole never end by themselves
      proxy.mode = 'reset'
      proxy.mode = 'pass'
    })
export const swallow = async (act: Act): Promise<void> => {
  hostOf(act).proxy.swallowAnswerOf(act.c % 2 === 0 ? 'POST /api/conv' : '/api/')
  await sendOne(act)
  await act.stage.connectAll()
}
export const stepClock = async ({ stage, b, c }: Act): Promise<void> => {
  // back by seconds as after a correction, or ahead past the end of tokens and edits
  stage.offsetMs += c % 3 === 0 ? -((b % 5) + 1) * 1_000 : 20 * 60_000
  for (const host of stage.hosts) await host.tell({ offsetMs: stage.offsetMs })
}
export const slowDisk = async (act: Act): Promise<void> => {
  await hostOf(act).tell({ commitMs: 15 })
  await burst(act)
  await hostOf(act).tell({ commitMs: 0 })
}
