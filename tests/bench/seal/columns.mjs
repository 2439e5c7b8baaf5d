// Encrypted columns beside the same server in the clear, turn by turn: writing and reading a note,
// reading a member and its profile, sending and listing messages, uploading and reading a photo.
import { readFileSync } from 'node:fs'
import { mediaUrl } from '../../../contract/media.ts'
import { saveProfile } from '../../../contract/profile/data.ts'
import { startConversation } from '../../../contract/messaging/messages.ts'
import { say } from '../../support/world/exchanges.ts'
import { testApp } from '../../support/server/server.ts'
import { photoFile } from '../../support/world/photos.ts'
import { person, profile } from '../../support/world/profiles.ts'
import { upload } from '../../support/world/world.ts'

const median = (all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)]
const timed = async (work) => {
  const from = performance.now()
  await work()
  return performance.now() - from
}
const photo = readFileSync(await photoFile('bench.jpg', 2048, 1536))
const world = async (settings) => {
  const t = await testApp({ MEDIA_PER_ACCOUNT: '1000', ...settings })
  const address = await t.listen()
  const [anna, bruno] = [await t.member('anna'), await t.member('bruno')]
  const { body: started } = await anna.call(startConversation, { body: { handle: bruno.handle } })
  const { id } = started.conversation
  const text = 'Nous aimons les soirées calmes et les rires. '.repeat(20)
  const data = profile({ description: text, person1: person({ description: text }) })
  await bruno.call(saveProfile, { body: { data } })
  const { media_id } = (await upload(anna, photo)).body
  // a link lives for a minute
  const link = { href: '', until: 0 }
  const linkOf = async () => {
    if (Date.now() > link.until) {
      const { signed_url } = (await anna.call(mediaUrl, { params: { id: media_id } })).body
      Object.assign(link, { href: new URL(signed_url, address).href, until: Date.now() + 30_000 })
    }
    return link.href
  }
  const path = `/api/accounts/${bruno.accountId}`
  const body = { global_comment: 'Très doux, à revoir. '.repeat(20), identity_feelings: {} }
  return {
    t,
    acts: {
      'write a note': () => anna.raw('POST', `${path}/feelings`, { body }),
      'read a note': () => anna.raw('GET', `${path}/feelings`),
      'read a member': () => anna.raw('GET', path),
      'read a profile': () => anna.raw('GET', `${path}/profile`),
      'send a message': () => say(anna, id, 'Un message de la longueur que l’on écrit le soir.'),
      'read 50 messages': () => anna.raw('GET', `/api/conversations/${id}/messages?limit=50`),
      'list conversations': () => anna.raw('GET', '/api/conversations'),
      'read a photo': async () => {
        const reply = await fetch(await linkOf())
        if (!reply.ok) throw new Error(`read a photo: ${reply.status}`)
        await reply.arrayBuffer()
      },
      'upload a photo': async () => {
        const { status } = await upload(anna, photo)
        if (status !== 201) throw new Error(`upload a photo: ${status}`)
      },
    },
  }
}
const sealed = await world({})
const clear = await world({ SECRET: 's'.repeat(40) })
for (const name of Object.keys(sealed.acts)) {
  const [a, b] = [[], []]
  const turns = name === 'upload a photo' ? 60 : 400
  for (let i = 0; i < turns; i += 1) {
    a.push(await timed(sealed.acts[name]))
    b.push(await timed(clear.acts[name]))
  }
  const [encrypted, plain] = [median(a), median(b)]
  console.log(
    `${name}: ${encrypted.toFixed(2)} ms, in the clear ${plain.toFixed(2)} ms: x ${(encrypted / plain).toFixed(2)}`,
  )
}
await sealed.t.close()
await clear.t.close()
process.exit(0)
