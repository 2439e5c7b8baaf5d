import * as zod from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { callsOnly, source } from '../../scripts/vite/no-schemas'
import { isScript, readSources, withoutComments } from './source'

const OTHERWISE = ['default', 'safeParse', 'parse']

describe('the module that replaces zod in the page', () => {
  it('exports every name of zod, so that no contract throws when it is loaded', async () => {
    const stub = (await import(
      /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source())}`
    )) as Record<string, unknown>
    const missing = Object.keys(zod).filter(
      (name) => !OTHERWISE.includes(name) && stub[name] === undefined,
    )
    expect(missing).toEqual([])
    for (const name of ['void', 'null', 'undefined', 'string', 'object'])
      expect((stub[name] as () => { check: unknown })().check).toBeTypeOf('function')
  })

  it('validates nothing, so no file of the page asks it to', () => {
    const asking = [...readSources(['src'])].filter(
      ([path, text]) =>
        isScript(path) && /\bsafeParse\w*\(|\bz\.parse\w*\(/.test(withoutComments(text)),
    )
    expect(asking.map(([path]) => path)).toEqual([])
  })
})

describe('the routes in the page', () => {
  it('keep what a call needs, and nothing that a schema or a sentence is made of', () => {
    const route = (shape: string): string => `export const a = route({${shape}})\n`
    expect(
      callsOnly(
        'const é = z.string()\n' +
          route(
            " id: 'a', method: 'GET', path: '/a/:id', auth: 'user', summary: 'A' + 'b', params, ",
          ) +
          route(
            " auth: 'none', reply: z.object({ path: é, method: z.string() }), path: '/b', method: 'POST' ",
          ),
      ),
    ).toBe(
      'const é = z.string()\n' +
        route(" method: 'GET', path: '/a/:id', auth: 'user' ") +
        route(" auth: 'none', path: '/b', method: 'POST' "),
    )
  })

  it('and no file of the contract declares one that this would break', () => {
    let count = 0
    for (const [file, code] of readSources(['contract'])) {
      const declared = code.match(/\broute\(\{/g)?.length ?? 0
      const shortened = callsOnly(code).match(/\broute\(\{ (.*?) \}\)/g) ?? []
      expect(shortened, file).toHaveLength(declared)
      for (const one of shortened)
        for (const name of ['method: ', 'path: ', 'auth: ']) expect(one, file).toContain(name)
      count += declared
    }
    expect(count).toBeGreaterThan(200)
  })

  it('a file that cannot be parsed fails the build', () => {
    expect(() => callsOnly("export const a = route({ id: 'a', ")).toThrow()
  })
})
