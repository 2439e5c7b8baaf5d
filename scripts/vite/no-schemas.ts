/**
 * The page never validates a payload: the server does, and the hub for realtime events. Its bundle
 * carries the contract's paths and methods with schemas that hold nothing, 15 kB less before the login.
 * Workers keep the real library.
 */
import * as zod from 'zod/mini'
import type { Plugin } from 'vite'

const ID = '\0virtual:no-schemas'
/** Written out below, as they return something else than a schema. */
const OWN = ['safeParse', 'parse', 'iso', 'coerce', 'enum', 'default']

/** Source of the module that replaces `zod/mini`: every name it exports, as functions that return an empty schema. */
export const source = (): string => {
  const names = Object.keys(zod).filter((name) => !OWN.includes(name))
  return `const schema = /* @__PURE__ */ (() => { const x = { check: () => x }; return x })()
/* @__NO_SIDE_EFFECTS__ */ const make = () => schema
${names.map((name) => `export { make as ${name} }`).join('\n')}
/* @__NO_SIDE_EFFECTS__ */ export const safeParse = () => { throw new Error('the page has no schemas') }
export { safeParse as parse }
const iso = { datetime: make, date: make }; export { iso }
const coerce = { number: make }; export { coerce }
const listed = (v) => {
  const options = Array.isArray(v) ? v : Object.values(v)
  return { check: () => schema, options, enum: Object.fromEntries(options.map((x) => [x, x])) }
}
export { listed as enum }`
}

export const pageWithoutSchemas = (): Plugin => ({
  name: 'page-without-schemas',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === 'zod/mini' ? ID : null),
  load: (id) => (id === ID ? source() : null),
})

/** One string, or several that are joined. */
const SUMMARY = /summary:\s*'[^'\n]*'(?:\s*\+\s*'[^'\n]*')*,?/g

/** Route summaries document the API on the server; a browser never reads them. */
export const dropSummaries = (): Plugin => ({
  name: 'drop-summaries',
  apply: 'build',
  // before TypeScript is compiled, which prints other quotes
  enforce: 'pre',
  transform: (code, id) =>
    /\/contract\/[\w/-]+\.ts$/.test(id) ? { code: code.replace(SUMMARY, ''), map: null } : null,
})
