import type { Device } from './device'
import type { Said, Talk } from './model'
import type { Stage } from './stage'

/** What a step works on: a device, a conversation, one of its latest messages. */
export interface Act {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly stage: Stage
  readonly device: Device
  readonly talk: Talk
  readonly said: Said | undefined
}
export const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length]
