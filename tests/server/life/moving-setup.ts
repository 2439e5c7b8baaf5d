import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { sendMessage, startConversation } from '#contract/messaging/messages'
import { readEnv, type Env } from '../../../server/env'
import type { Progress } from '../../../server/moving/progress'
import { newId } from '../../../server/tokens'
import { testApp, type Member, type TestApp } from '../../support/server/server'
import { picture, upload } from '../../support/world/world'

export const silentProgress: Progress = { step: () => () => undefined, end: () => undefined }

const root = mkdtempSync(join(tmpdir(), 'connivence-moving-'))

let n = 0

export const folder = (): string => join(root, `f${(n += 1)}`)

export const envOf = (settings: Record<string, string>): Env =>
  readEnv({ NODE_ENV: 'test', DEMO: '0', ...settings })

export let t: TestApp

export let source: Env

export let me: Member

let friend: Member

export let conversation = ''

export let photo = ''

export const say = async (content: string, media: string[] = []): Promise<string> => {
  const { status, body } = await me.call(sendMessage, {
    params: { id: conversation },
    body: {
      content,
      sender_identity_id: me.identityIds[0] ?? null,
      client_msg_id: newId(),
      media_ids: media,
    },
  })
  expect(status).toBe(201)
  return body.id
}

export const setUp = (): void => {
  beforeAll(async () => {
    t = await testApp({ DATABASE_URL: '', SECRET: 'le secret qui voyage avec la communauté' })
    source = t.ctx.env
    me = await t.member('émile & co', ['man', 'woman'])
    friend = await t.member()
    conversation = (await me.call(startConversation, { body: { handle: friend.handle } })).body
      .conversation.id
    photo = (await upload(me, await picture(7))).body.media_id
    await say('Bonsoir 🌙 « à demain »\n\t"\\', [photo])
    for (let i = 0; i < 40; i += 1) await say(`message ${i}`)
  })
  afterAll(async () => {
    await t.close()
    rmSync(root, { recursive: true, force: true })
  })
}
