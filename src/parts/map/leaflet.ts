import type * as Leaflet from 'leaflet'

let loading: Promise<typeof Leaflet> | undefined

/**
 * Leaflet, fetched with the first map. While its module runs it writes the literal `<svg/>` into a
 * div to see what the browser knows; the page's policy takes no HTML, so for that moment a div
 * accepts this one text as the element it names. Never give Leaflet an HTML string elsewhere: no
 * attribution, popup text or control of its own.
 */
export const loadLeaflet = (): Promise<typeof Leaflet> =>
  (loading ??= (async () => {
    Object.defineProperty(HTMLDivElement.prototype, 'innerHTML', {
      configurable: true,
      set(this: HTMLDivElement, text: string) {
        if (text !== '<svg/>') throw new TypeError('No HTML')
        this.replaceChildren(document.createElementNS('http://www.w3.org/2000/svg', 'svg'))
      },
    })
    try {
      const [module] = await Promise.all([import('leaflet'), import('leaflet/dist/leaflet.css')])
      return module
    } finally {
      Reflect.deleteProperty(HTMLDivElement.prototype, 'innerHTML')
    }
  })().catch((error: unknown) => {
    loading = undefined
    throw error
  }))
