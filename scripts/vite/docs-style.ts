/** docs.css: the style of pages that the server draws itself, with the typeface of the app. */
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const FONT = /figtree-.*\.woff2$/

/** `file`: the style without its typeface, whose address is known after the build only. */
export const docsStyle = (file: string): Plugin => ({
  name: 'docs-style',
  generateBundle(_options, bundle) {
    const font = Object.keys(bundle).find((name) => FONT.test(name))
    if (!font) throw new Error('the build has no Figtree')
    const face = `@font-face{font-family:'Figtree Variable';font-weight:300 900;font-display:swap;src:url(/${font}) format('woff2')}\n`
    this.emitFile({
      type: 'asset',
      fileName: 'docs.css',
      source: face + readFileSync(file, 'utf8'),
    })
  },
})
