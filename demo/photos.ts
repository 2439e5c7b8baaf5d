import { people, type FaceLook } from './drawings/face'
import { landscape } from './drawings/landscape'
import { pattern } from './drawings/pattern'
import { stillLife } from './drawings/still-life'
import type { Drawing } from './drawings/svg'

/** Faces of a member, for the photos that show people. */
export type Looks = (handle: string) => readonly FaceLook[]

/** Photos of the demonstration by the name that the conversations use; each is sent once. */
export const PHOTOS: Readonly<Record<string, (looks: Looks) => Drawing>> = {
  'toits-soir': () => landscape('toits-soir', 'city', 'lilac'),
  'quais-nuit': () => landscape('quais-nuit', 'city', 'night'),
  'port-nuit': () => landscape('port-nuit', 'city', 'teal', 1200, 1500),
  'lac-matin': () => landscape('lac-matin', 'lake', 'blue'),
  'lac-soir': () => landscape('lac-soir', 'lake', 'rose'),
  'lac-neige': () => landscape('lac-neige', 'lake', 'teal'),
  'dune-soir': () => landscape('dune-soir', 'sea', 'amber'),
  'mer-lilas': () => landscape('mer-lilas', 'sea', 'lilac'),
  'mer-rose': () => landscape('mer-rose', 'sea', 'rose'),
  'voile-aube': () => landscape('voile-aube', 'sea', 'peach', 1200, 1500),
  pilat: () => landscape('pilat', 'hills', 'peach'),
  vercors: () => landscape('vercors', 'hills', 'teal'),
  beaujolais: () => landscape('beaujolais', 'hills', 'rose'),
  'foret-brume': () => landscape('foret-brume', 'forest', 'teal'),
  'foret-automne': () => landscape('foret-automne', 'forest', 'amber'),
  lavande: () => landscape('lavande', 'rows', 'lilac'),
  vignes: () => landscape('vignes-3', 'rows', 'peach'),
  'table-bougies': () => stillLife('table-bougies', 'table', 'plum'),
  'table-verte': () => stillLife('table-verte', 'table', 'green'),
  'table-ocre': () => stillLife('table-ocre', 'table', 'ochre', 1200, 1500),
  'fenetre-pluie': () => stillLife('fenetre-pluie', 'window', 'blue'),
  'fenetre-salon': () => stillLife('fenetre-salon', 'window', 'plum'),
  'velours-prune': () => pattern('velours-prune', 'velvet', 'plum'),
  'velours-vert': () => pattern('velours-vert', 'velvet', 'emerald'),
  eventails: () => pattern('eventails', 'fans', 'emerald'),
  'eventails-nuit': () => pattern('eventails-nuit', 'fans', 'midnight', 1200, 1200),
  soie: () => pattern('soie', 'silk', 'rose'),
  carreaux: () => pattern('carreaux', 'tiles', 'terracotta'),
  'carreaux-prune': () => pattern('carreaux-prune', 'tiles', 'plum', 1200, 1500),
  anneaux: () => pattern('anneaux', 'rings', 'midnight'),
  'clara-tom-flous': (looks) => people('clara-tom-flous', looks('clara_et_tom'), true),
  'clara-tom': (looks) => people('clara-tom', looks('clara_et_tom'), false),
  'lea-hugo-flous': (looks) => people('lea-hugo-flous', looks('lea_hugo'), true),
  'nora-floue': (looks) => people('nora-floue', looks('nora_lyon'), true, 1200, 1500),
  'eva-victor-flous': (looks) => people('eva-victor-flous', looks('eva_victor'), true),
  voisins: (looks) => people('voisins', looks('voisins_du_6'), false),
  marc: (looks) => people('marc', looks('marc_33'), false, 1200, 1500),
  'brigitte-alain': (looks) => people('brigitte-alain', looks('sel_et_poivre'), false),
}

/** The members whose faces a photo shows, blurred or not. */
export const PHOTO_SHOWS: Readonly<Record<string, string>> = {
  'clara-tom-flous': 'clara_et_tom',
  'clara-tom': 'clara_et_tom',
  'lea-hugo-flous': 'lea_hugo',
  'nora-floue': 'nora_lyon',
  'eva-victor-flous': 'eva_victor',
  voisins: 'voisins_du_6',
  marc: 'marc_33',
  'brigitte-alain': 'sel_et_poivre',
}

/** Public photos of profiles, in order: drawings of `PHOTOS`, stored again for their owner. */
export const PROFILE_PHOTOS: Readonly<Record<string, readonly string[]>> = {
  lea_hugo: ['lea-hugo-flous', 'table-bougies', 'quais-nuit'],
  antoine_69: ['toits-soir', 'foret-automne'],
  nora_lyon: ['nora-floue', 'fenetre-pluie', 'soie'],
  clara_et_tom: ['clara-tom-flous', 'toits-soir', 'table-verte'],
  eva_victor: ['lac-matin', 'eva-victor-flous', 'lac-neige'],
  voisins_du_6: ['voisins', 'table-ocre'],
  duo_garonne: ['quais-nuit', 'vignes'],
  nous_deux_13: ['mer-rose', 'voile-aube', 'port-nuit'],
  sel_et_poivre: ['brigitte-alain', 'voile-aube', 'mer-lilas'],
  velours_noir: ['velours-prune', 'eventails-nuit'],
  aurore_bzh: ['voile-aube', 'mer-lilas', 'foret-brume'],
  marc_33: ['marc', 'pilat', 'dune-soir'],
  remi_du_vercors: ['vercors', 'lac-neige'],
  olivier_c: ['foret-brume', 'table-ocre'],
}

interface DemoAlbum {
  readonly name: string
  readonly description: string | null
  readonly isPublic: boolean
  readonly photos: readonly string[]
}
const album = (
  name: string,
  isPublic: boolean,
  photos: readonly string[],
  description: string | null = null,
): DemoAlbum => ({ name, description, isPublic, photos })

/** Albums by handle; a drawing of `PHOTOS` occurs at most once among a member's. */
export const ALBUMS: Readonly<Record<string, readonly DemoAlbum[]>> = {
  lea_hugo: [
    album(
      'Nos week-ends',
      true,
      ['lac-soir', 'vignes', 'mer-lilas', 'foret-automne'],
      'Là où l’on s’échappe quand les enfants sont chez leurs grands-parents.',
    ),
    album('Entre nous', false, ['soie', 'fenetre-salon', 'velours-prune']),
  ],
  clara_et_tom: [
    album('Lyon, le soir', true, ['quais-nuit', 'fenetre-pluie', 'table-bougies']),
    album('Pour les intimes', false, ['clara-tom', 'velours-vert']),
  ],
  nora_lyon: [album('Douceurs', false, ['eventails', 'table-ocre', 'fenetre-salon'])],
  eva_victor: [
    album('Le lac en toutes saisons', true, ['lac-soir', 'foret-brume', 'vercors', 'dune-soir']),
  ],
  velours_noir: [
    album('Matières', true, ['velours-vert', 'soie', 'eventails']),
    album('Derrière le rideau', false, ['anneaux', 'carreaux-prune']),
  ],
}
/** Names of the photos in albums: `album handle photo`. */
export const albumPictures = (photo: string): string[] =>
  Object.entries(ALBUMS).flatMap(([handle, list]) =>
    list.some((a) => a.photos.includes(photo)) ? [`album ${handle} ${photo}`] : [],
  )

/** Avatars of couples that show no face. */
export const MOTIFS: Readonly<Record<string, () => Drawing>> = {
  eva_victor: () => landscape('motif-lac', 'lake', 'lilac', 1100, 1100),
  duo_garonne: () => pattern('motif-garonne', 'rings', 'plum', 1100, 1100),
  nous_deux_13: () => landscape('motif-calanques', 'sea', 'amber', 1100, 1100),
  velours_noir: () => pattern('motif-velours', 'velvet', 'smoke', 1100, 1100),
  odile_et_cie: () => pattern('motif-loire', 'tiles', 'terracotta', 1100, 1100),
  olivier_c: () => landscape('motif-volcans', 'hills', 'teal', 1100, 1100),
}

/** Photos of groups, by title. */
export const GROUP_PICTURES: Readonly<Record<string, () => Drawing>> = {
  'Dîner du 12': () => stillLife('groupe-diner', 'table', 'plum', 1100, 1100),
  'Week-end à Annecy': () => landscape('groupe-annecy', 'lake', 'peach', 1100, 1100),
  'Cinéma sous les toits': () => pattern('groupe-cinema', 'fans', 'midnight', 1100, 1100),
}
