// The reference of the map: the same data, tiles and gestures on a bare page with Leaflet alone,
// its own markers and nothing else.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { build } from 'vite'
import { newContext } from '../../support/browser/browser'

const LEAFLET = readFileSync(
  createRequire(import.meta.url).resolve('leaflet/dist/leaflet.js'),
  'utf8',
)
/** Where the server answers with the page. */
export const PLAIN_PATH = '/plain-map'

/** The module that groups the product's points, as a script: what it costs is no difference between the two. */
const grouping = async () => {
  const entry = new URL('../../../workers/map/groups.ts', import.meta.url).pathname
  const [{ output }] = [
    await build({
      configFile: false,
      logLevel: 'silent',
      build: { write: false, lib: { entry, formats: ['iife'], name: 'Grouping' } },
    }),
  ].flat()
  return output[0].code
}

/** The page itself. `look`: how the product's map is laid out and its markers are drawn. */
const run = ({ options, tiles, look, spare }) => {
  const map = L.map('map', options)
  L.tileLayer(tiles, { maxZoom: options.maxZoom, noWrap: true }).addTo(map)
  const Icon = L.DivIcon.extend({
    createIcon(old) {
      const node = L.DivIcon.prototype.createIcon.call(this, old)
      const { count } = this.options
      if (count > 1) node.dataset.size = count < 10 ? 'small' : count < 100 ? 'medium' : 'large'
      else node.dataset.kind = 'event'
      if (count > 1) node.ariaLabel = `${count} points regroupés`
      return node
    },
  })
  let groups = null
  const levels = new Map()
  /** Every marker of a zoom, made once. */
  const markersAt = (zoom) => {
    if (!levels.has(zoom))
      levels.set(
        zoom,
        groups
          .groups({ south: -85, west: -180, north: 85, east: 180, zoom })
          .map(({ lat, lng, count }) =>
            L.marker([lat, lng], {
              icon: new Icon({
                count,
                iconSize: null,
                className: count > 1 ? look.group : look.point,
                html: count > 99 ? '99+' : count > 1 ? String(count) : look.face,
              }),
            }),
          ),
      )
    return levels.get(zoom)
  }
  let drawn = new Set()
  const draw = () => {
    if (!groups) return
    const bounds = map.getBounds().pad(spare)
    const wanted = new Set(
      markersAt(map.getZoom()).filter((marker) => bounds.contains(marker.getLatLng())),
    )
    for (const marker of drawn) if (!wanted.has(marker)) marker.remove()
    for (const marker of wanted) if (!drawn.has(marker)) marker.addTo(map)
    drawn = wanted
  }
  map.on('moveend', draw)
  map.setView(look.at, look.zoom)
  let all = null
  const load = async () => {
    const [{ places }] = await Promise.all(
      ['/api/places?all', '/api/relations/locations?all'].map(async (path) =>
        JSON.parse(await (await fetch(path)).text()),
      ),
    )
    all = places.map(({ lat, lng }) => [lat, lng])
    groups = Grouping.createGroups()
    groups.load(Float64Array.from(all.flat()))
    draw()
  }
  void load()
  window.wide = () => map.fitBounds(all, look.edge)
}

const FRAME = 'Carte des sorties et des relations'
/** What the product's page says of its own look, once it stands. */
const lookOf = (page) =>
  page.evaluate((frame) => {
    const { x, y, width, height } = document
      .querySelector(`[aria-label="${frame}"]`)
      .getBoundingClientRect()
    const pane = document.querySelector('.leaflet-marker-pane')
    const [group, point] = [pane.querySelector('[data-size]'), pane.querySelector('[data-kind]')]
    return {
      theme: document.documentElement.dataset.theme,
      sheets: [...document.styleSheets].flatMap((s) => s.href ?? []),
      box: { x, y, width, height },
      group: group.className,
      point: point.className,
      face: point.innerHTML,
      style: point.getAttribute('style').replaceAll(/(left|top|z-index)[^;]*;/g, ''),
    }
  }, FRAME)

/**
 * Writes it to `file` and opens it beside the product's page, which shows groups and points alone.
 * `load` opens it anew.
 */
export const openPlainMap = async (browser, base, product, { at, zoom, spare, edge, file }) => {
  const page = await (await newContext(browser)).newPage()
  const look = { ...(await lookOf(product)), at, zoom, edge }
  const options = {
    attributionControl: false,
    zoomControl: false,
    minZoom: 3,
    maxZoom: 19,
    fadeAnimation: false,
    zoomAnimation: true,
    markerZoomAnimation: true,
    inertia: true,
    maxBounds: [
      [-85, -180],
      [85, 180],
    ],
    maxBoundsViscosity: 1,
  }
  const script = `${LEAFLET}\n${await grouping()}\n;(${run})(${JSON.stringify({ options, tiles: `/tiles/{z}/{x}/{y}${look.theme === 'light' ? '' : '?night=1'}`, look, spare })})`
  const { x, y, width, height } = look.box
  const html = `<!doctype html><html lang="fr" data-theme="${look.theme}">${look.sheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('')}
<div id="map" role="region" tabindex="0" aria-label="${FRAME}" style="position:absolute;left:${x}px;top:${y}px;width:${width}px;height:${height}px"></div><style>[data-kind]{${look.style}}</style><script>${script}</script>`
  writeFileSync(file, html)
  return { page, load: () => page.goto(`${base}${PLAIN_PATH}`, { waitUntil: 'commit' }) }
}
