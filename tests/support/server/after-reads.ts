import type { Ctx } from '../../../server/context'

/** The query with something after its rows are read. */
const after = (query: object, happens: () => Promise<unknown>): object =>
  new Proxy(query, {
    get: (of, name) => {
      const value: unknown = Reflect.get(of, name)
      if (typeof value !== 'function') return value
      if (name === 'execute')
        return async () => {
          const rows: unknown = await value.call(of)
          await happens()
          return rows
        }
      return (...all: unknown[]) => after(value.apply(of, all) as object, happens)
    },
  })

/** The server's own parts, with something after the first read of `table` outside of transactions. */
export const afterRead = (ctx: Ctx, table: string, happens: () => Promise<unknown>): Ctx => {
  let isFirst = true
  const db = new Proxy(ctx.db, {
    get: (of, name) => {
      const value: unknown = Reflect.get(of, name)
      if (typeof value !== 'function') return value
      if (name !== 'selectFrom') return value.bind(of) as unknown
      return (from: string) => {
        const query = value.call(of, from) as object
        if (from !== table || !isFirst) return query
        isFirst = false
        return after(query, happens)
      }
    },
  })
  return { ...ctx, db }
}
