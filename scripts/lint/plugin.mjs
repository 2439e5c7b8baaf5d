// Lint rules of this repository that oxlint does not have.

const ternariesAbove = (node) => {
  let depth = 0
  let child = node
  for (let up = node.parent; up?.type === 'ConditionalExpression'; child = up, up = up.parent)
    if (up.test !== child) depth += 1
  return depth
}

/** A ternary inside a ternary inside a ternary. Two levels read like a table; three do not. */
const noDeepTernary = {
  create: (context) => ({
    ConditionalExpression: (node) => {
      if (ternariesAbove(node) === 2)
        context.report({ node, message: 'Ternaries are nested three deep: name the cases.' })
    },
  }),
}

export default {
  meta: { name: 'connivence' },
  rules: { 'no-deep-ternary': noDeepTernary },
}
