import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  OrNode,
  ParensNode,
  ReferenceNode,
  SelectAllNode,
  SelectQueryNode,
  ValueNode,
  type OperationNode,
} from 'kysely'
import { SEALED_COLUMNS } from './columns'
import { scopeOf, type Scope } from './select'

/** `*` of a subquery would have the encrypted column beside its marked copy. */
export const refuseAll = (table: OperationNode): void => {
  const inner = AliasNode.is(table) ? table.node : table
  if (!SelectQueryNode.is(inner)) return
  const sealed = [...scopeOf(inner.from?.froms ?? []).values()]
  if (sealed.length > 0 && inner.selections?.some((s) => SelectAllNode.is(s.selection)))
    throw new Error(`${sealed.join(', ')} has encrypted columns: name those of the subquery`)
}

/** An encrypted value is compared with '' and null alone: anything else would never be found. */
export const refuseComparison = (node: OperationNode | undefined, scope: Scope): void => {
  if (!node || scope.size === 0) return
  if (AndNode.is(node) || OrNode.is(node)) {
    refuseComparison(node.left, scope)
    refuseComparison(node.right, scope)
  } else if (ParensNode.is(node)) refuseComparison(node.node, scope)
  else if (BinaryOperationNode.is(node)) {
    const { leftOperand: left, rightOperand: right } = node
    const column = ReferenceNode.is(left) ? left.column : left
    if (!ColumnNode.is(column) || (ValueNode.is(right) && (right.value ?? '') === '')) return
    const alias = ReferenceNode.is(left) ? left.table?.table.identifier.name : undefined
    const name = column.column.name
    const found = [...scope].find(
      ([as, table]) => (alias ?? as) === as && name in (SEALED_COLUMNS[table]?.columns ?? {}),
    )
    if (found) throw new Error(`${found[1]}.${name} is encrypted: it cannot be compared`)
  }
}
