import { readFileSync } from 'node:fs'
import { parseAst } from 'rolldown/parseAst'
import { expect, test } from 'vitest'
import { readSources } from './source'

/** What members and staff read is French; these hold texts of members, or none. */
const NOT_READ = /^(?:demo|scripts|wasm|tests)\/|^server\/(?:hub|moving|db)\//
/** Its texts are stored with their hash: a change is a new version. */
const VERSIONED = /^contract\/(?:profile\/agreement-texts|session\/consents)\.ts$/
/**
 * A plain space before «:», «;», «!», «?» and «»», or after ««»; a straight apostrophe; three dots; an
 * escape that JSX shows as it is.
 */
const WRONG = /[\p{L}\d»)’…] [:;!?](?=\s|$)|\S »|« (?:\S|$)|\\u00a0|\p{L}'\p{L}|\p{L}\.\.\./u
/** A sign after an expression, whatever the text: `{name} : …`. */
const AFTER_EXPRESSION = /^ [:;!?](?=\s|$)/
const FRENCH = /[àâçéèêëîïôûù’«»]|\b(?:les?|la|une?|des|vous|cette?|pour|est)\b/i

interface Node {
  readonly type: string
  readonly start: number
  readonly value?: unknown
}
const textOf = (node: Node): string | null => {
  if (node.type === 'TemplateElement') return (node.value as { cooked: string | null }).cooked
  return (node.type === 'Literal' || node.type === 'JSXText') && typeof node.value === 'string'
    ? node.value
    : null
}
const wrongIn = (path: string, code: string): string[] => {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const text = 'type' in node ? textOf(node as Node) : null
    if (text !== null && ((WRONG.test(text) && FRENCH.test(text)) || AFTER_EXPRESSION.test(text)))
      found.push(`${path}: ${text.trim().slice(0, 80)}`)
    for (const [key, child] of Object.entries(node)) if (key !== 'type') visit(child)
  }
  visit(parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }).body)
  return found
}

/** Some 600 files are parsed: 7 s on a machine that does other things too. */
const PARSE_MS = 60_000
test(
  'French texts have no-break spaces, curved apostrophes and one-character dots',
  () => {
    const found = [...readSources().keys()]
      .filter((path) => /\.tsx?$/.test(path) && !NOT_READ.test(path) && !VERSIONED.test(path))
      .map((path) => [path, readFileSync(path, 'utf8')] as const)
      // half of the files have no French word
      .filter(([, code]) => FRENCH.test(code))
      .flatMap(([path, code]) => wrongIn(path, code))
    expect(found).toEqual([])
  },
  PARSE_MS,
)

test.each([
  "const a = 'Cette photo : la vôtre'",
  'const b = `${n} photos pour vous ?`',
  'const c = <p>Vous avez lu « Les mots ».</p>',
  `const d = "Aujourd'hui, pour vous"`,
  "const e = 'Chargement des photos...'",
  'const g = <p>{n} : {names}</p>',
  'const h = `${name} : ${words}`',
  'const f = <p title="Pour vous\\u00a0?" />',
])('a text that is set wrongly is found: %s', (code) => {
  expect(wrongIn('a.tsx', code)).toHaveLength(1)
})
test('English, and French that is set well, is not', () => {
  expect(wrongIn('a.tsx', "const a = ['Cette photo\\u00a0: la vôtre', 'is it: yes?']")).toEqual([])
})
