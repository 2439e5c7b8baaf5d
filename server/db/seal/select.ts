import { randomBytes } from 'node:crypto'
import {
  AliasNode,
  ColumnNode,
  IdentifierNode,
  RawNode,
  ReferenceNode,
  SelectionNode,
  TableNode,
  type OperationNode,
} from 'kysely'
import { SEALED_COLUMNS, SEALED_TABLES } from './columns'

/** Random, so that no member can write a text that is taken for it. */
export const MARK = `~${randomBytes(9).toString('base64url')}~`

/** Alias and table of each table of a query that has encrypted columns. */
export type Scope = ReadonlyMap<string, string>

const tableOf = (node: OperationNode): readonly [string, string] | null => {
  if (TableNode.is(node)) {
    const { name } = node.table.identifier
    return [name, name]
  }
  if (!AliasNode.is(node) || !IdentifierNode.is(node.alias)) return null
  const inner = tableOf(node.node)
  return inner && [node.alias.name, inner[1]]
}
export const scopeOf = (nodes: readonly (OperationNode | undefined)[]): Scope => {
  const found = nodes.flatMap((node) => (node ? [tableOf(node)] : []))
  return new Map(found.filter((f) => f !== null && f[1] in SEALED_COLUMNS) as [string, string][])
}

const columnsOf = (table: string) => SEALED_COLUMNS[table]?.columns ?? {}
const reference = (alias: string, column: string): ReferenceNode =>
  ReferenceNode.create(ColumnNode.create(column), TableNode.create(alias))

/** The value with its table, column and row in front. */
const marked = (alias: string, table: string, column: string, as: OperationNode): SelectionNode => {
  const keys = SEALED_COLUMNS[table]?.keys ?? []
  const first = `'${MARK}${SEALED_TABLES.indexOf(table)}|${column}|' || cast(`
  return SelectionNode.create(
    AliasNode.create(
      RawNode.create(
        [
          first,
          ...keys.slice(1).map(() => ` as text) || '|' || cast(`),
          ` as text) || '|' || `,
          '',
        ],
        [...keys, column].map((name) => reference(alias, name)),
      ),
      as,
    ),
  )
}

/** The selections of a query, its encrypted columns marked. */
export const markSelections = (
  selections: readonly SelectionNode[],
  scope: Scope,
): SelectionNode[] =>
  selections.flatMap((selection) => {
    const outer = selection.selection
    const inner = AliasNode.is(outer) ? outer.node : outer
    const name = AliasNode.is(outer) ? outer.alias : null
    const from = ReferenceNode.is(inner) ? inner.table?.table.identifier.name : undefined
    const within = [...scope].filter(([alias]) => from === undefined || alias === from)
    const column = ReferenceNode.is(inner) ? inner.column : inner
    if (column.kind === 'SelectAllNode')
      // of two columns of one name in a result the later one is read
      return [
        selection,
        ...within.flatMap(([alias, table]) =>
          Object.keys(columnsOf(table)).map((c) =>
            marked(alias, table, c, IdentifierNode.create(c)),
          ),
        ),
      ]
    if (!ColumnNode.is(column)) return [selection]
    const text = column.column.name
    const found = within.find(([, table]) => text in columnsOf(table))
    return found
      ? [marked(found[0], found[1], text, name ?? IdentifierNode.create(text))]
      : [selection]
  })
