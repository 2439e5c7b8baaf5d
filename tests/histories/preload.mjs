// Loaded into a built server with --import. Messages of the parent process step its clock, slow its
// commits down, and run SQL on its embedded database (planted faults).
import { createRequire } from 'node:module'

const Libsql = createRequire(import.meta.url)('libsql')
const RealDate = Date
let offsetMs = Number(process.env.CLOCK_OFFSET_MS ?? 0)
let commitMs = 0
let database = null

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + offsetMs)
    else super(...given)
  }
  static now() {
    return RealDate.now() + offsetMs
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4))
const { prepare } = Libsql.prototype
Libsql.prototype.prepare = function (text, ...rest) {
  database = this
  const statement = prepare.call(this, text, ...rest)
  if (!/^commit/i.test(text)) return statement
  const run = statement.run.bind(statement)
  statement.run = (...values) => {
    if (commitMs > 0) Atomics.wait(sleeper, 0, 0, commitMs)
    return run(...values)
  }
  return statement
}

process.on('message', (message) => {
  if (typeof message.offsetMs === 'number') offsetMs = message.offsetMs
  if (typeof message.commitMs === 'number') commitMs = message.commitMs
  if (message.sql) database.exec(message.sql)
  process.send({ done: message.id })
})
