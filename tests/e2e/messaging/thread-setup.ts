import { afterAll, beforeAll } from 'vitest'
import { MAN, stage, WOMAN, type Member, type Stage } from '../../support/world/talk'

export let s: Stage

export let man: Member

export let woman: Member

export let talk: string

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  beforeAll(async () => {
    s = await stage()
    man = await s.member(MAN)
    woman = await s.member(WOMAN)
    talk = await man.with(woman.handle)
    for (let i = 0; i < 30; i += 1) await man.say(talk, `Avant, ${i}`)
    // unread messages would open at their divider instead of the end
    await woman.read(talk)
  })
  afterAll(() => s.close())
}
