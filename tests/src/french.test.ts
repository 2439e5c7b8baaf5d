import { readdirSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { ERRORS } from '#contract/errors'

const ROOMS = [
  'features/albums',
  'features/profile',
  'features/relations',
  'features/events',
  'features/radar',
  'features/news',
  'features/session',
  'features/settings',
  'features/feedback',
  'features/desk',
  'features/moderation',
  'features/messaging',
  'parts',
  'ui',
  'app',
  'data',
]
const SRC = new URL('../../src/', import.meta.url)
const files = ROOMS.flatMap((room) =>
  (readdirSync(new URL(`${room}/`, SRC), { recursive: true }) as string[])
    .filter((f) => /\.tsx?$/.test(f) && !f.endsWith('.d.ts'))
    .map((f) => `${room}/${f}`),
)
/** Attributes and properties whose text a member reads or hears. */
const SPOKEN =
  /^(aria-(label|description|valuetext|roledescription)|label|title|text|placeholder|alt|hint|description|message|note|subtitle|caption|error|confirmLabel|cancelLabel|busyLabel|backLabel|retryLabel|removeLabel|words)$/

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}
const isNode = (x: unknown): x is Node =>
  typeof x === 'object' && x !== null && typeof (x as { type?: unknown }).type === 'string'
const nameOf = (node: unknown): string =>
  isNode(node)
    ? String(
        node['name'] ?? node['value'] ?? (isNode(node['property']) ? node['property']['name'] : ''),
      )
    : ''

/** Every text that a screen can show: what stands between tags, in spoken attributes, and every sentence elsewhere. */
const textsOf = (path: string): string[] => {
  const found: string[] = []
  const see = (node: Node, spoken: boolean): void => {
    if (
      /^(Import|ExportAll|TS)/.test(node.type) &&
      node.type !== 'TSAsExpression' &&
      node.type !== 'TSSatisfiesExpression' &&
      node.type !== 'TSNonNullExpression'
    )
      return
    if (node.type === 'NewExpression' || node.type === 'ThrowStatement') return
    if (
      node.type === 'CallExpression' &&
      isNode(node['callee']) &&
      /^(error|warn|debug|mark|measure|cx|matchMedia|useMediaQuery|createPolicy)$/.test(
        nameOf(node['callee']),
      )
    )
      return
    if (
      node.type === 'JSXAttribute' &&
      /^(className|sizes|style|d|viewBox|strokeDasharray|points|transform|autoComplete|media|accept|key|id)$/.test(
        nameOf(node['name']),
      )
    )
      return
    const text =
      node.type === 'JSXText' || node.type === 'Literal'
        ? node['value']
        : node.type === 'TemplateElement'
          ? (node['value'] as { cooked: string }).cooked
          : null
    if (
      typeof text === 'string' &&
      (spoken || node.type === 'JSXText' || /\p{L}{2} \p{L}/u.test(text))
    )
      found.push(text.trim())
    const says =
      node.type === 'JSXAttribute'
        ? SPOKEN.test(nameOf(node['name']))
        : node.type === 'Property'
          ? SPOKEN.test(nameOf(node['key']))
          : spoken && !/Function/.test(node.type)
    for (const child of Object.values(node))
      for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) see(one, says)
  }
  see(
    parseAst(readFileSync(new URL(path, SRC), 'utf8'), {
      lang: path.endsWith('x') ? 'tsx' : 'ts',
    }) as unknown as Node,
    false,
  )
  return found.filter((t) => /\p{L}/u.test(t))
}
/** Words that no French sentence of ours holds. */
const ENGLISH =
  /(?<![\p{L}'’-])(the|and|your|you|with|from|this|that|not|loading|closed?|open|saved?|cancel|delete|failed|failure|error|next|previous|retry|again|search|please|try|to|of|is|are|was|has|have|add|remove|update|photos? of|welcome|sign|log ?in|log ?out|password|settings|back|new|send|sent|yes|member|event|members|events|picture|untitled|unknown|hidden|show|hide|more|less|all|none|today|yesterday|tomorrow|by|for|at|in)(?![\p{L}'’-])/iu
/** Names and technical words that stand in French sentences as they are. */
const KEPT: readonly RegExp[] = [
  /^https?:/,
  /^[a-z0-9:.#[\]="'~*>, -]+$/,
  /Face ID|Touch ID|Windows Hello|SIL OFL/,
  // told apart, never shown
  /^Network error$/,
]

test('SOC-001 MSG-001 CORE-001: every text that the screens can show is French', () => {
  const english = files.flatMap((path) =>
    textsOf(path)
      .filter((t) => ENGLISH.test(t) && !KEPT.some((k) => k.test(t)))
      .map((t) => `${path}: ${t}`),
  )
  expect(english).toEqual([])
  expect(
    Object.values(ERRORS)
      .map(([, sentence]) => sentence)
      .filter((t) => ENGLISH.test(t)),
  ).toEqual([])
  // and it looks where they stand
  const all = files.flatMap(textsOf)
  for (const text of [
    'Je participe',
    'Créer un album',
    'Partage avec cette relation',
    'Tout voir',
    'Photo suivante',
  ])
    expect(
      all.some((t) => t.includes(text)),
      text,
    ).toBe(true)
  expect(readFileSync(new URL('index.html', SRC), 'utf8')).toContain('<html lang="fr"')
})

test('MSG-210: no screen has a field for a phone number, and nothing checks one', () => {
  const code = files.map((path) => readFileSync(new URL(path, SRC), 'utf8')).join('\n')
  expect(code).not.toMatch(
    /type="tel"|inputMode="tel"|autoComplete="tel|label="[^"]*(téléphone|portable)[^"]*num|numéro de téléphone/i,
  )
  const contract = readdirSync(new URL('../../contract/', import.meta.url))
    .filter((f) => f.endsWith('.ts'))
    .map((f) => readFileSync(new URL(`../../contract/${f}`, import.meta.url), 'utf8'))
    .join('\n')
  expect(contract).not.toMatch(/\b(phone|e164|telephone)\w*\s*:/i)
})

test('no screen shows the message of a failed call without asking whether it has words (`serverMessageOf`)', () => {
  const rooms = files.filter((path) => !path.startsWith('data/'))
  expect(
    rooms.filter((path) =>
      /\.status [><=]+ \d+[^\n?]*\?[^\n:]*\.message\b/.test(
        readFileSync(new URL(path, SRC), 'utf8'),
      ),
    ),
  ).toEqual([])
})
