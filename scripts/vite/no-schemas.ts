/**
 * The page never validates a payload: the server does, and the hub for realtime events. Its bundle
 * carries the contract's paths and methods, and schemas that hold nothing where they are named
 * elsewhere: 16 kB less before the login. Workers keep the real library.
 */
import * as zod from 'zod/mini'
import { parseSync, Visitor, type Plugin } from 'vite'

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

/** What a call needs of its route (src/data/http/api.ts). */
const CALLED_BY = ['method', 'path', 'auth']

/**
 * A module of the contract whose routes keep only that: their schemas and summaries are the
 * server's. Throws for code that cannot be parsed.
 */
export const callsOnly = (code: string): string => {
  const { errors, program } = parseSync('contract.ts', code)
  if (errors[0]) throw new Error(errors[0].message)
  const shapes: { start: number; end: number; kept: string[] }[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [shape] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'route') return
      if (shape?.type !== 'ObjectExpression') return
      const kept = shape.properties.filter(
        (p) =>
          p.type === 'Property' && p.key.type === 'Identifier' && CALLED_BY.includes(p.key.name),
      )
      const { start, end } = shape
      shapes.push({ start, end, kept: kept.map((p) => code.slice(p.start, p.end)) })
    },
  }).visit(program)
  return shapes.reduceRight(
    (out, { start, end, kept }) => `${out.slice(0, start)}{ ${kept.join(', ')} }${out.slice(end)}`,
    code,
  )
}

export const routesAsCalled = (): Plugin => ({
  name: 'routes-as-called',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    /\/contract\/[\w/-]+\.ts$/.test(id) ? { code: callsOnly(code), map: null } : null,
})
