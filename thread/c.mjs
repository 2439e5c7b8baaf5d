import { readFileSync, writeFileSync } from 'node:fs'
// usage: c.mjs list files... | c.mjs apply map files...
const [mode, ...rest] = process.argv.slice(2)
const mapFile = mode === 'apply' ? rest.shift() : null
const map = new Map()
if (mapFile)
  for (const l of readFileSync(mapFile, 'utf8').split('\n')) {
    const m = /^(\d+)\|\s?(.*)$/.exec(l)
    if (m) map.set(+m[1], m[2])
  }
let n = 0
const wrap = (text, indent, first, cont, last) => {
  const words = text.split(' ')
  const lines = []
  let cur = ''
  for (const w of words) {
    if (cur && (indent + cont + cur + ' ' + w).length > 100) {
      lines.push(cur)
      cur = w
    } else cur = cur ? cur + ' ' + w : w
  }
  lines.push(cur)
  return lines
}
for (const f of rest) {
  const lines = readFileSync(f, 'utf8').split('\n')
  const out = []
  if (mode === 'list') console.log('== ' + f)
  for (let i = 0; i < lines.length; i++) {
    const l = lines[i]
    const ind = /^\s*/.exec(l)[0]
    const t = l.trim()
    let kind,
      text,
      end = i,
      inlineAfter = ''
    if (/^\/\*\*?[ \n]?/.test(t) || t.startsWith('{/*')) {
      const jsx = t.startsWith('{')
      kind = jsx ? 'jsx' : t.startsWith('/**') ? 'doc' : 'block'
      while (!lines[end].includes('*/')) end++
      const raw = lines.slice(i, end + 1).join('\n')
      const close = raw.indexOf('*/')
      inlineAfter = raw.slice(close + 2 + (jsx ? 1 : 0)).trim()
      text = raw
        .slice(0, close)
        .replace(/^\s*\{?\/\*\*?/, '')
        .split('\n')
        .map((x) => x.trim().replace(/^\*\s?/, ''))
        .filter(Boolean)
        .join(' ¶')
        .replace(/ ¶(?!@)/g, ' ')
        .trim()
    } else if (t.startsWith('//')) {
      kind = 'line'
      if (/oxlint|eslint|@ts/.test(t)) {
        out.push(l)
        continue
      }
      while (lines[end + 1]?.trim().startsWith('//') && !/oxlint/.test(lines[end + 1])) end++
      text = lines
        .slice(i, end + 1)
        .map((x) => x.trim().replace(/^\/\/\s?/, ''))
        .join(' ')
    } else {
      const m = /^(.*\S)\s+\/\/ (.*)$/.exec(l) ?? /^(.*\S)\s+\/\* (.*) \*\/$/.exec(l)
      if (
        m &&
        !/https?:$/.test(m[1]) &&
        !/['"`].*\/\/.*['"`]/.test(l) &&
        !m[1].trimEnd().endsWith(':')
      ) {
        n++
        if (mode === 'list') console.log(n + '| [T] ' + m[2])
        else if (map.has(n)) {
          const v = map.get(n)
          out.push(v === '-' ? m[1] : m[1] + (l.includes('/* ') ? ` /* ${v} */` : ' // ' + v))
          continue
        }
      }
      out.push(l)
      continue
    }
    n++
    if (mode === 'list') console.log(n + '| ' + text)
    else if (!map.has(n)) for (let k = i; k <= end; k++) out.push(lines[k])
    else {
      const v = map.get(n)
      if (v !== '-') {
        if (kind === 'line') out.push(...wrap(v, ind, '', '// ', '').map((x) => ind + '// ' + x))
        else {
          const [o, c] =
            kind === 'jsx' ? ['{/*', '*/}'] : kind === 'doc' ? ['/**', '*/'] : ['/*', '*/']
          const one = `${ind}${o} ${v.replace(/ ¶/g, ' ')} ${c}`
          if (one.length <= 100 && !v.includes(' ¶')) out.push(one)
          else {
            out.push(kind === 'jsx' ? `${ind}{/*` : ind + o)
            for (const p of v.split(' ¶'))
              out.push(
                ...wrap(p, ind, '', ' * ', '').map(
                  (x) => ind + (kind === 'jsx' ? '   ' : ' * ') + x,
                ),
              )
            out.push(ind + (kind === 'jsx' ? '*/}' : ' */'))
          }
        }
      }
      if (inlineAfter) out.push(ind + inlineAfter)
    }
    i = end
  }
  if (mode === 'apply') writeFileSync(f, out.join('\n'))
}
