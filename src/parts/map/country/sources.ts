import type { Country } from './data'

const IGN = 'IGN, Admin Express COG'
const NATURAL_EARTH = 'Natural Earth'
const GEONAMES = 'GeoNames'

/**
 * Where each part of the drawn country is from (scripts/make-country.mjs); its licences ask for the
 * names. A part without one does not compile.
 */
export const SOURCES: Readonly<Record<keyof Country, readonly string[]>> = {
  // overseas collectivities are of the second
  land: [IGN, NATURAL_EARTH],
  departments: [IGN],
  abroad: [NATURAL_EARTH],
  borders: [NATURAL_EARTH],
  rivers: [NATURAL_EARTH],
  tributaries: [NATURAL_EARTH],
  lakes: [NATURAL_EARTH],
  // the second: those that the first lacks
  towns: [IGN, GEONAMES],
}

/** Credit for what is drawn. */
export const COUNTRY_CREDIT = [...new Set(Object.values(SOURCES).flat())].join(' · ')
