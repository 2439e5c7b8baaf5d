// Encrypted columns beside the same server in the clear, turn by turn: writing and reading a note,
// reading a member. And what a search over encrypted messages would cost: 100,000 of one member.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { createMasterKey } from '../../../server/media/seal/keys.ts'
import { openText, readColumnRing, sealText } from '../../../server/db/seal/text.ts'
import { testApp } from '../../support/server/server.ts'

const median = (all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)]
const timed = async (work) => {
  const from = performance.now()
  await work()
  return performance.now() - from
}
const world = async (settings) => {
  const t = await testApp(settings)
  const [anna, bruno] = [await t.member('anna'), await t.member('bruno')]
  const path = `/api/accounts/${bruno.accountId}`
  const body = { global_comment: 'Très doux, à revoir. '.repeat(20), identity_feelings: {} }
  return {
    t,
    acts: {
      'write a note': () => anna.raw('POST', `${path}/feelings`, { body }),
      'read a note': () => anna.raw('GET', `${path}/feelings`),
      'read a member': () => anna.raw('GET', path),
    },
  }
}
const sealed = await world({})
const clear = await world({ SECRET: 's'.repeat(40) })
for (const name of Object.keys(sealed.acts)) {
  const [a, b] = [[], []]
  for (let i = 0; i < 600; i += 1) {
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

const dir = mkdtempSync(join(tmpdir(), 'connivence-bench-'))
createMasterKey({ DATA_DIR: dir })
const ring = readColumnRing({ DATA_DIR: dir })
const file = new Libsql(join(dir, 'search.db'))
file.exec('create table m (id integer primary key, plain text, sealed text)')
const put = file.prepare('insert into m values (?, ?, ?)')
file.exec('begin')
for (let i = 0; i < 100_000; i += 1) {
  const text = `bonsoir tout le monde, rendez vous ${i} au bar a vin vers ${i % 24} heures`
  put.run([i, text, sealText(ring.current, 'm.sealed', String(i), text)])
}
file.exec('commit')
const like = file.prepare("select id from m where plain like '%vous 77777 %'")
const all = file.prepare('select id, sealed from m where id >= ? and id < ?')
const [a, b] = [[], []]
for (let i = 0; i < 5; i += 1) {
  a.push(await timed(() => like.all()))
  b.push(
    await timed(() => {
      for (let from = 0; from < 100_000; from += 1_000)
        for (const { id, sealed: stored } of all.all([from, from + 1_000]))
          openText(ring, 'm.sealed', String(id), stored).includes('vous 77777 ')
    }),
  )
}
console.log(
  `search of 100,000 messages: ${median(a).toFixed(0)} ms in the clear, ${median(b).toFixed(0)} ms by decrypting all: x ${(median(b) / median(a)).toFixed(1)}`,
)
rmSync(dir, { recursive: true })
process.exit(0)
