import type { Location } from '#contract/profile/data'
import { resolveLocation } from '../server/places/service'
import { MEMBERS } from './members'

/**
 * Postal codes of the members' towns, and the INSEE code of the commune: the same for every
 * arrondissement of a city.
 */
const PLACE_IDS: Readonly<Record<string, string>> = {
  '69001': '69123',
  '69004': '69123',
  '69006': '69123',
  '69007': '69123',
  '69100': '69266',
  '74000': '74010',
  '38000': '38185',
  '34000': '34172',
  '33000': '33063',
  '13100': '13001',
  '67000': '67482',
  '13007': '13055',
  '44000': '44109',
  '75011': '75056',
  '75018': '75056',
  '17000': '17300',
  '59000': '59350',
  '93100': '93048',
  '73000': '73065',
  '21000': '21231',
  '31000': '31555',
  '35400': '35288',
  '78000': '78646',
  '06000': '06088',
  '37000': '37261',
  '33120': '33009',
  '35000': '35238',
  '63000': '63113',
}

/** The town of each postal code, from the gazetteer. Rejects for an unknown postal code. */
export const townsOf = async (): Promise<ReadonlyMap<string, Location>> =>
  new Map(
    await Promise.all(
      [...new Set(MEMBERS.map((m) => m.postalCode))].map(
        async (code): Promise<[string, Location]> => [
          code,
          await resolveLocation(PLACE_IDS[code] ?? code),
        ],
      ),
    ),
  )
