import * as zod from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { source } from '../../scripts/vite/no-schemas'

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
})
