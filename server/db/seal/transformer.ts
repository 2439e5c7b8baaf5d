import {
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  ColumnUpdateNode,
  DefaultInsertValueNode,
  OperationNodeTransformer,
  OperatorNode,
  ParensNode,
  PrimitiveValueListNode,
  ReferenceNode,
  type SelectQueryNode,
  TableNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  type DeleteQueryNode,
  type InsertQueryNode,
  type OperationNode,
  type RootOperationNode,
  type UpdateQueryNode,
} from 'kysely'
import { SEALED_COLUMNS } from './columns'
import { refuseAll, refuseComparison } from './refuse'
import { markSelections, scopeOf, type Scope } from './select'
import type { Sealer } from './text'

/** Whether the query names a table with encrypted columns: most do not, and stay as they are. */
export const touchesSealed = (node: unknown): boolean => {
  if (typeof node !== 'object' || node === null) return false
  if (Array.isArray(node)) return node.some(touchesSealed)
  const { kind } = node as Partial<OperationNode>
  if (kind === 'TableNode') return (node as TableNode).table.identifier.name in SEALED_COLUMNS
  if (kind === 'ValueNode' || kind === 'PrimitiveValueListNode' || kind === 'IdentifierNode')
    return false
  for (const name in node) if (touchesSealed((node as Record<string, unknown>)[name])) return true
  return false
}

const nameOf = (node: OperationNode): string | null => {
  const column = ReferenceNode.is(node) ? node.column : node
  return ColumnNode.is(column) ? column.column.name : null
}

/** Columns that the condition fixes to one value. */
const fixedBy = (node: OperationNode | undefined): ReadonlyMap<string, unknown> => {
  if (!node) return new Map()
  if (AndNode.is(node)) return new Map([...fixedBy(node.left), ...fixedBy(node.right)])
  if (ParensNode.is(node)) return fixedBy(node.node)
  if (!BinaryOperationNode.is(node)) return new Map()
  const { leftOperand, operator, rightOperand } = node
  const name = nameOf(leftOperand)
  const isEqual = OperatorNode.is(operator) && operator.operator === '='
  return name !== null && isEqual && ValueNode.is(rightOperand)
    ? new Map([[name, rightOperand.value]])
    : new Map()
}

export class SealTransformer extends OperationNodeTransformer {
  readonly #sealer: Sealer
  /** A value that is computed by a query cannot be encrypted, nor may a marked one be stored. */
  #writes = false
  constructor(sealer: Sealer) {
    super()
    this.#sealer = sealer
  }
  run(node: RootOperationNode): RootOperationNode {
    return this.transformNode(node)
  }

  /** What to store: encrypted, if the column is. `row`: values of the row's other columns. */
  #sealed(
    table: string,
    column: string,
    row: (key: string) => unknown,
    node: OperationNode,
  ): OperationNode {
    const { keys, columns } = SEALED_COLUMNS[table] ?? { keys: [], columns: {} }
    if (!(column in columns) || DefaultInsertValueNode.is(node)) return node
    const value = ValueNode.is(node) ? node.value : node
    if (value === null || value === undefined || value === '') return node
    const id = keys.map((key) => row(key))
    if (typeof value !== 'string' || id.some((key) => key === undefined))
      throw new Error(
        `${table}.${column} is encrypted: write a text, and name its row by ${keys.join(', ')}`,
      )
    return ValueNode.create(this.#sealer.seal(`${table}.${column}`, id.join('|'), value))
  }
  #updates(
    table: string,
    updates: readonly ColumnUpdateNode[],
    row: (key: string) => unknown,
  ): ColumnUpdateNode[] {
    return updates.map((update) => {
      const { value } = update
      // `excluded.x` of an upsert is what the insert has encrypted for the same row
      if (ReferenceNode.is(value) && value.table?.table.identifier.name === 'excluded')
        return update
      const sealed = this.#sealed(table, nameOf(update.column) ?? '', row, value)
      return ColumnUpdateNode.create(update.column, sealed)
    })
  }
  #writing<T>(work: () => T): T {
    const before = this.#writes
    this.#writes = true
    try {
      return work()
    } finally {
      this.#writes = before
    }
  }

  protected override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
    const joined = (node.joins ?? []).map((join) => join.table)
    const scope = scopeOf([...(node.from?.froms ?? []), ...joined])
    for (const table of [...(node.from?.froms ?? []), ...joined]) refuseAll(table)
    refuseComparison(node.where?.where, scope)
    const selections =
      node.selections && scope.size > 0 && !this.#writes
        ? markSelections(node.selections, scope)
        : node.selections
    return super.transformSelectQuery(selections ? { ...node, selections } : node)
  }
  #returning<T extends InsertQueryNode | UpdateQueryNode | DeleteQueryNode>(
    node: T,
    scope: Scope,
  ): T {
    return node.returning
      ? {
          ...node,
          returning: {
            ...node.returning,
            selections: markSelections(node.returning.selections, scope),
          },
        }
      : node
  }

  /** The rows of an insert with their encrypted values. */
  #insertOf(node: InsertQueryNode, table: string): InsertQueryNode {
    const names = (node.columns ?? []).map((c) => c.column.name)
    const { values, onConflict } = node
    if (!values || !ValuesNode.is(values)) {
      if (names.some((name) => name in (SEALED_COLUMNS[table]?.columns ?? {})))
        throw new Error(`${table} has encrypted columns: insert values`)
      return node
    }
    const rows = values.values.map((list) =>
      PrimitiveValueListNode.is(list) ? list.values.map(ValueNode.create) : list.values,
    )
    const fieldOf = (row: readonly OperationNode[]) => (key: string) => {
      const given = row[names.indexOf(key)]
      return given && ValueNode.is(given) ? given.value : undefined
    }
    const [only, ...more] = rows
    const known = only && more.length === 0 ? fieldOf(only) : () => undefined
    return {
      ...node,
      values: ValuesNode.create(
        rows.map((row) =>
          ValueListNode.create(
            row.map((given, i) => this.#sealed(table, names[i] ?? '', fieldOf(row), given)),
          ),
        ),
      ),
      ...(onConflict?.updates
        ? {
            onConflict: { ...onConflict, updates: this.#updates(table, onConflict.updates, known) },
          }
        : {}),
    }
  }
  protected override transformInsertQuery(node: InsertQueryNode): InsertQueryNode {
    const table = node.into?.table.identifier.name ?? ''
    const insert = table in SEALED_COLUMNS ? this.#insertOf(node, table) : node
    const scope = scopeOf([node.into])
    return this.#writing(() => super.transformInsertQuery(this.#returning(insert, scope)))
  }

  protected override transformUpdateQuery(node: UpdateQueryNode): UpdateQueryNode {
    const scope = scopeOf([node.table, ...(node.from?.froms ?? [])])
    refuseComparison(node.where?.where, scope)
    const own = node.table ? [...scopeOf([node.table]).values()][0] : undefined
    const fixed = fixedBy(node.where?.where)
    const updates =
      own && node.updates ? this.#updates(own, node.updates, (key) => fixed.get(key)) : node.updates
    const update = updates ? { ...node, updates } : node
    return this.#writing(() => super.transformUpdateQuery(this.#returning(update, scope)))
  }

  protected override transformDeleteQuery(node: DeleteQueryNode): DeleteQueryNode {
    const scope = scopeOf(node.from.froms)
    refuseComparison(node.where?.where, scope)
    return super.transformDeleteQuery(this.#returning(node, scope))
  }
}
