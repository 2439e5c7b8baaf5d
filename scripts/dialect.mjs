// Counts comments that are not in plain technical English. `npm run dialect [-- --list] [folder…]`
// Fails above 1 % of the product's comments. The patterns come from a reading of the older comments:
// words that only this project used where the field has a term of its own.
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const PRODUCT = ['contract', 'src', 'workers', 'wasm', 'server', 'demo', 'scripts']
export const LIMIT = 0.01

/** Each pattern with the term to use instead. */
const PATTERNS = [
  [
    /\banswer(?:s|ed|ing)? (?:what|how|whether|who|which|where|why|when|the|a|an|by|from|with|to|for|as)\b/i,
    'returns, responds',
  ],
  [
    /(?:^|[.;:] )(?:Who|Whoever|Whose|Whom|Whatever)\b (?!.*\?)[a-z]+/,
    'a noun as the subject: members who…, callers that…',
  ],
  [/\bstands?\b(?! for)|\bstood\b|\bstanding\b/i, 'is, is shown, is stored'],
  [/\bis over\b|\bare over\b|\bwas over\b/i, 'has expired, has ended'],
  [/\bany more\b|\bno more\b|\bno longer there\b/i, 'no longer'],
  [/\bonce more\b|\banew\b/i, 'again'],
  [/\bof before\b(?!\.)/i, 'older, previous'],
  [/\bso (?:many|often|much)\b(?! (?:as|that))/i, 'this many'],
  [
    /\b(?:is|are|was|were|be|been) (?:said|told|asked)\b|\bis spoken\b/i,
    'is notified, is reported, is requested',
  ],
  [/\btells? (?:who|whom|what|how|whether|of|a|the)\b/i, 'notifies, describes'],
  [/\bsays? (?:so|who|how|whether|nothing|which)\b/i, 'states, reports'],
  [/\bby (?:itself|themselves|himself|herself)\b/i, 'automatically, alone'],
  [
    /\b(?:he|she|one) who\b|\bsomebody\b|\bnobody\b|\banybody\b|\beverybody\b/i,
    'a member, no member, any member',
  ],
  [/\bwritten to\b(?! (?:disk|the|a|storage|file))/i, 'recipients'],
  [/\bof (?:its|their|one's|his) own\b(?= (?:accord|word|will))/i, 'voluntarily'],
  [
    /\bis (?:away|there|not there|gone)\b|\bare (?:away|there|gone)\b/i,
    'is unavailable, exists, was removed',
  ],
  [/\bgives? (?:back|it|what|nothing)\b|\bgiven back\b/i, 'returns, releases'],
  [/\b(?:a|its|their|the) (?:short )?while\b/i, 'a duration'],
  [/\bthe former\b|\bof (?:old|late)\b/i, 'the previous'],
  [/\ball the same\b|\bnone the less\b|\bthe more so\b/i, 'anyway'],
  [/\b(?:looks?|looked) (?:at|after) (?:by|it|them)\b/i, 'is checked'],
  [/\bmends?\b|\bmended\b|\bmending\b/i, 'fixes'],
  [/\bthereof\b|\bwhereof\b|\btherein\b|\bhenceforth\b|\bupon\b/i, 'modern wording'],
]

/** The comments of a source text; lines of one `//` block count as one comment. */
const commentsOf = (text) => {
  const found = []
  for (const m of text.matchAll(
    /\/\*[\s\S]*?\*\/|(?:^|(?<=[\s,;{(]))\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/gm,
  )) {
    const words = m[0]
      .replace(/^\s*(?:\/\*\*?|\*\/|\*|\/\/)|\*\/$/gm, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    if (!/^(?:oxlint|eslint|@ts-|@vite|#__|@__)/.test(words) && /[a-z]{3}/i.test(words))
      found.push({ line: text.slice(0, m.index).split('\n').length, words })
  }
  return found
}

const filesOf = (path) => {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap((name) =>
    name === 'build' || name === 'node_modules' ? [] : filesOf(join(path, name)),
  )
}

/** Comments and hits under `folders` of the repository. */
export const dialect = (folders = PRODUCT) => {
  const hits = []
  let comments = 0
  for (const path of folders.flatMap((f) => filesOf(join(root, f)))) {
    if (!/\.(?:ts|tsx|mjs|css)$/.test(path) || path.endsWith('scripts/dialect.mjs')) continue
    for (const { line, words } of commentsOf(readFileSync(path, 'utf8'))) {
      comments += 1
      const pattern = PATTERNS.find(([p]) => p.test(words))
      if (pattern) hits.push({ path: relative(root, path), line, words, instead: pattern[1] })
    }
  }
  return { comments, hits }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folders = process.argv.slice(2).filter((a) => !a.startsWith('--'))
  const { comments, hits } = dialect(folders.length > 0 ? folders : PRODUCT)
  if (process.argv.includes('--list'))
    for (const h of hits) console.log(`${h.path}:${h.line} (${h.instead}) ${h.words.slice(0, 160)}`)
  const share = hits.length / Math.max(1, comments)
  console.log(
    `${hits.length} of ${comments} comments (${(share * 100).toFixed(1)} %, limit ${LIMIT * 100} %)`,
  )
  process.exitCode = share > LIMIT ? 1 : 0
}
