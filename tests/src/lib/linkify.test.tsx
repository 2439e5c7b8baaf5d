// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { linkify } from '../../../src/lib/linkify'

afterEach(cleanup)
const drawn = (text: string): { text: string; links: (string | null)[]; html: string } => {
  const { container } = render(<p>{linkify(text)}</p>)
  const p = container.firstElementChild as HTMLElement
  return {
    text: p.textContent,
    links: [...p.querySelectorAll('a')].map((a) => a.getAttribute('href')),
    html: p.innerHTML,
  }
}

describe('MSG-063: links', () => {
  test('http and https URLs become links without a referrer', () => {
    const { container } = render(
      <p>{linkify('Voir https://example.org/a?b=c#d et http://exemple.fr')}</p>,
    )
    const links = [...container.querySelectorAll('a')]
    expect(links.map((a) => a.href)).toEqual(['https://example.org/a?b=c#d', 'http://exemple.fr/'])
    for (const a of links)
      expect([a.target, a.rel]).toEqual(['_blank', 'noopener noreferrer nofollow'])
  })
  test('punctuation around a URL is excluded, a bracket opened inside is included', () => {
    const cases: [string, string][] = [
      ['https://example.org.', 'https://example.org/'],
      ['(https://example.org/a)', 'https://example.org/a'],
      ['«https://example.org/a» !', 'https://example.org/a'],
      ['https://example.org/a…', 'https://example.org/a'],
      ['https://fr.wikipedia.org/wiki/Lyon_(ville)', 'https://fr.wikipedia.org/wiki/Lyon_(ville)'],
      [
        '(voir https://fr.wikipedia.org/wiki/Lyon_(ville)).',
        'https://fr.wikipedia.org/wiki/Lyon_(ville)',
      ],
      ['https://example.org/?q=1,2;3,', 'https://example.org/?q=1,2;3'],
      ['https://example.org/a)))', 'https://example.org/a'],
    ]
    for (const [text, href] of cases) {
      const seen = drawn(text)
      expect(seen.links, text).toEqual([href])
      expect(seen.text).toBe(text)
    }
  })
  test('addresses that begin with www. and e-mail addresses', () => {
    const cases: [string, string[]][] = [
      ['www.exemple.fr', ['https://www.exemple.fr/']],
      ['(Voir WWW.exemple.fr/a?b=c).', ['https://www.exemple.fr/a?b=c']],
      [
        'lea.h+sortie@mail.exemple.fr, ou www.exemple.fr !',
        ['mailto:lea.h+sortie@mail.exemple.fr', 'https://www.exemple.fr/'],
      ],
      ['«lea@exemple.fr».', ['mailto:lea@exemple.fr']],
      ['https://www.exemple.fr/@lea@x.fr', ['https://www.exemple.fr/@lea@x.fr']],
    ]
    for (const [text, links] of cases) {
      const seen = drawn(text)
      expect(seen.links, text).toEqual(links)
      expect(seen.text).toBe(text)
    }
    const { container } = render(<p>{linkify('lea@exemple.fr')}</p>)
    expect(container.querySelector('a')?.target).toBe('')
  })
  test('what only looks like one stays text', () => {
    for (const text of [
      'www.',
      'www.exemple',
      'awww.exemple.fr',
      'www.user:pass@exemple.fr',
      '@lea',
      'lea@',
      'lea@exemple',
      'élea@exemple.fr',
      'a/lea@exemple.fr',
      'lea@-exemple.fr',
      'javascript:x@exemple.fr',
    ])
      expect(drawn(text).links, text).toEqual([])
  })
  test('other schemes and disguised URLs stay text', () => {
    const corpus = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      'javascript:alert(1)',
      'java\tscript:alert(1)',
      'javascript://%0aalert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:msgbox(1)',
      'jav&#x61;script:alert(1)',
      '//evil.test/x',
      'file:///etc/passwd',
      'ftp://example.org',
      'https://',
      'https://user:pass@example.org/',
      'https://:x@example.org',
      'https://[::1',
      '[a](javascript:alert(1))',
      '\u202Ehttps',
      'JaVaScRiPt://example.org/%0aalert(1)',
    ]
    for (const text of corpus) {
      const seen = drawn(text)
      expect(seen.links, text).toEqual([])
      expect(seen.text).toBe(text)
      expect(seen.html).not.toMatch(/<(script|img)/)
    }
  })
  test('a URL ends before a quote or a markup bracket', () => {
    expect(drawn('https://example.org/"onmouseover="alert(1)').links).toEqual([
      'https://example.org/',
    ])
    expect(drawn('https://example.org/<script>').links).toEqual(['https://example.org/'])
  })
  test('100 kB of hostile text do not backtrack: well under a second each', () => {
    const size = 100_000
    const hostile = [
      'https://'.repeat(size / 8),
      'http'.repeat(size / 4),
      `https://${'('.repeat(size)}`,
      `https://a${')'.repeat(size)}`,
      'https://a.fr/ '.repeat(size / 14),
      `https://${'.'.repeat(size)}`,
      `://${' '.repeat(size)}`,
      'https://a' + '!'.repeat(size),
      'a'.repeat(size) + '@',
      'a@'.repeat(size / 2),
      `a@${'a.'.repeat(size / 2)}`,
      `a@${'a-'.repeat(size / 2)}`,
      'a@a.fr '.repeat(size / 7),
      'www.'.repeat(size / 4),
      'www.a '.repeat(size / 6),
    ]
    for (const text of hostile) {
      const from = performance.now()
      void linkify(text)
      expect(performance.now() - from, text.slice(0, 20)).toBeLessThan(1_000)
    }
  })
})
