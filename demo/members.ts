import type { Gender } from '#contract/common'
import { foldText } from '../server/db/dialect'
import type { FaceLook } from './drawings/face'
import { unfold } from './text'

export interface Person {
  readonly firstname: string
  readonly gender: Gender
  readonly birthDate: string
  /** Null: no avatar. */
  readonly look: FaceLook | null
}
export interface Member {
  readonly handle: string
  readonly email: string
  readonly postalCode: string
  readonly description: string
  readonly people: readonly Person[]
  /** The account's avatar: both faces, a motif or a landscape, the only person's face, or none. */
  readonly avatar: 'people' | 'motif' | 'none'
  /** Days since the account was created. */
  readonly days: number
}

const TOPS: Readonly<Record<string, string>> = {
  vin: '#7b2f47',
  petrole: '#2d4a5e',
  lin: '#e0d3c1',
  ardoise: '#3d3a52',
  cuivre: '#b0603f',
  nuit: '#1f2a3a',
  prune: '#6a2a52',
  sauge: '#6f7f67',
  ocre: '#c98a3e',
  blanc: '#f1e9df',
  noir: '#241d26',
  corail: '#d0655a',
}
const LIPS: Readonly<Record<string, string>> = {
  rouge: '#b5303f',
  rose: '#cf5f6c',
  prune: '#8a2b4c',
}

/**
 * `skin hair style ground top` and any of: beard, glasses, boucles, lips, sourire, a scarf as
 * `echarpe:top`.
 */
const lookOf = (text: string): FaceLook | null => {
  if (text === '-') return null
  const [skin, hair, style, ground, top = 'lin', ...more] = text.split(' ')
  const look = { skin, hair, style, ground, top: TOPS[top] ?? top } as FaceLook
  return more.reduce<FaceLook>((face, word) => {
    if (word === 'rondes' || word === 'carrees')
      return { ...face, glasses: word === 'rondes' ? 'round' : 'square' }
    if (word === 'boucles') return { ...face, earrings: true }
    if (word === 'sourire') return { ...face, eyes: 'smiling' }
    if (word.startsWith('echarpe:')) return { ...face, scarf: TOPS[word.slice(8)] ?? '#c97a5c' }
    if (LIPS[word]) return { ...face, lips: LIPS[word] }
    return { ...face, beard: word as NonNullable<FaceLook['beard']> }
  }, look)
}

/**
 * handle | e-mail (empty: membre-N) | postal code | avatar | days, then a line per person: first
 * name, gender, birth date, face; then the profile text.
 */
const ROWS = `
lea_hugo|demo-1@connivence.test|69100|people|430
Léa woman 1987-03-14 fair chestnut waves dusk vin boucles rose
Hugo man 1984-09-02 olive espresso short lagoon petrole stubble
Curieux, complices depuis douze ans. On aime les soirées qui prennent leur temps, la cuisine à
   quatre mains et les grandes conversations.

antoine_69|demo-2@connivence.test|69004|people|310
Antoine man 1982-11-23 fair chestnut side amber nuit short
Menuisier, un peu musicien. J’aime les dîners qui débordent, les gens qui écoutent et les trajets en train de nuit.

nora_lyon|demo-3@connivence.test|69007|people|280
Nora woman 1990-05-30 honey black curls rose prune boucles rouge
Traductrice, lève-tard, danseuse du dimanche. J’avance doucement et j’aime qu’on me fasse rire.

clara_et_tom||69006|people|520
Clara woman 1988-07-08 porcelain auburn bob rose lin sourire rose
Tom man 1985-01-19 fair blond quiff night ardoise short
Un appartement sous les toits, une terrasse, une table toujours trop grande. Venez comme vous êtes,
   repartez quand vous voulez.

eva_victor||74000|motif|365
Eva woman 1986-10-11 fair blond long lagoon sauge boucles
Victor man 1981-04-27 peach ash shaggy olive cuivre full
Le lac le matin, le sauna le soir. On cherche surtout des amis avec qui l’on se sent bien.

voisins_du_6||69006|people|401
Mathilde woman 1983-02-05 fair copper fringe brick noir rondes
Karim man 1979-12-15 olive black crop plum blanc full
On habite au 6, au bout du couloir. Couple tranquille, table ouverte, curiosité intacte.

jeanne_sofiane||38000|people|190
Jeanne woman 1991-08-21 peach espresso braid amber petrole
Sofiane man 1989-06-03 honey black curly_top dusk vin stubble
Montagnards du week-end, cinéphiles le reste du temps. Nouveaux ici, un peu timides, très enthousiastes.

camille_et_rose||34000|people|260
Camille woman 1992-01-17 olive black pixie night corail
Rose woman 1989-09-29 bronze espresso bun rose ocre boucles rouge
Deux femmes, un chat, une cuisine orange. On aime la mer hors saison et les inconnus polis.

duo_garonne||33000|motif|333
Élodie woman 1984-05-12 porcelain ash bob dusk prune carrees
Benoît man 1980-03-30 fair silver short night nuit stubble
Bordeaux, les quais, le vin nature. Douze ans de mariage et toujours envie de rencontrer du monde.

ines_et_paul||13100|people|150
Inès woman 1990-12-01 honey black ponytail brick lin rouge
Paul man 1987-08-16 peach chestnut curly_top lagoon sauge moustache
Elle enseigne, il jardine. On aime l’ombre des platanes, les longues tablées et les gens francs.

anouk_theo||67000|none|96
Anouk woman 1993-04-09 fair copper shaggy plum ardoise rose
Théo man 1992-11-05 fair espresso quiff olive cuivre
Arrivés à Strasbourg l’an dernier. On découvre, à notre rythme.

nous_deux_13||13007|motif|610
Sandrine woman 1976-06-18 peach chestnut long rose blanc boucles sourire
Marc man 1973-02-22 olive silver crop night petrole stubble
Vingt-cinq ans ensemble, les enfants sont grands, la vie recommence. Marseille, les calanques, les rires.

flo_et_max||44000|people|220
Florence woman 1985-03-03 fair blond fringe lagoon corail rondes
Maxime man 1983-07-27 peach auburn short brick sauge full
Nantais d’adoption. Jazz, huîtres, marche à pied. On répond toujours, parfois avec un jour de retard.

alma_gabriel||75011|people|175
Alma woman 1988-10-25 brown black afro amber vin boucles rouge
Gabriel man 1986-12-12 fair espresso shaggy dusk noir stubble
Théâtre et petits restaurants. On préfère un verre à trois à une soirée à trente.

sel_et_poivre||17000|people|700
Brigitte woman 1963-09-14 fair silver bob rose petrole boucles sourire
Alain man 1960-05-06 peach white side lagoon nuit short carrees
La retraite nous va bien. Voilier, tarot, bonne humeur. L’âge ne fait rien à l’affaire.

louis_et_adrien||59000|people|140
Louis man 1987-01-28 porcelain copper quiff plum blanc moustache
Adrien man 1990-07-13 bronze black crop dusk ocre full
Lillois, bavards, bons danseurs. La maison est petite, le cœur non.

velours_noir||93100|motif|245
Valérie woman 1980-11-11 porcelain black fringe night noir rouge
Alix other 1984-02-29 olive ash pixie plum prune rondes
Elle est sage-femme, iel dessine. Douceur, humour, un peu de théâtre.

hotel_du_lac||73000|none|80
Pauline woman 1982-04-18 fair chestnut bun olive lin
Yann man 1978-10-07 peach silver shaggy brick ardoise short
On tient une maison d’hôtes l’été et l’on voyage l’hiver. Discrets, fidèles en amitié.

maud_dijon||21000|people|205
Maud woman 1985-06-26 fair auburn waves brick sauge rose
Libraire. Je lis la fin avant le début, je marche beaucoup, je dis ce que je pense.

ines_m69||69001|people|118
Inès woman 1994-02-10 olive espresso long plum corail sourire
Architecte d’intérieur. J’aime les vieilles maisons, le vermouth et les messages bien écrits.

juliette_b||75018|people|300
Juliette woman 1989-08-04 porcelain blond pixie rose noir rouge
Montmartre, un vélo jaune, trop de livres. Rencontrer sans se presser.

sarah_garonne||31000|people|88
Sarah woman 1991-01-31 peach chestnut braid lagoon vin boucles
Infirmière de nuit. Mes soirées commencent le matin, prévenez-moi.

aurore_bzh||35400|people|420
Aurore woman 1983-12-20 fair copper ponytail night petrole
Le vent, la voile, les crêpes. Une amoureuse des départs.

yasmine34||34000|people|132
Yasmine woman 1992-09-09 honey black waves amber blanc boucles rouge
Pâtissière. J’apporte toujours le dessert.

helene_v||78000|none|540
Hélène woman 1972-03-25 fair ash bob olive ardoise carrees
Violoncelle, jardin, silence. J’aime qu’on me raconte des histoires.

marion_74||74000|people|64
Marion woman 1990-10-19 peach blond bun lagoon cuivre sourire
Monitrice l’hiver, potière l’été. Simple et directe.

awa_nantes||44000|people|99
Awa woman 1993-07-02 deep black afro brick ocre boucles prune
Photographe. Je floute très bien les visages.

celeste_06||06000|none|27
Céleste woman 1988-11-30 olive espresso long rose lin
Nouvelle ici. Je lis, j’observe, je réponds.

odile_et_cie||37000|motif|460
Odile woman 1968-05-21 porcelain white pixie dusk prune rondes
Céramiste en bord de Loire. Les amis d’abord.

marc_33||33120|people|350
Marc man 1978-08-08 peach espresso crop olive petrole full
Ostréiculteur. Tôt levé, souvent content. Venez voir la dune au coucher du soleil.

simon_paris||75011|people|230
Simon man 1986-04-14 fair black curly_top plum nuit rondes
Scénariste. Je pose trop de questions, pardon d’avance.

idris_m||13007|people|160
Idris man 1984-10-30 brown black crop amber blanc short
Kiné, nageur, bon cuisinier. La mer tous les jours de l’année.

remi_du_vercors||38000|people|275
Rémi man 1981-02-17 fair chestnut shaggy lagoon cuivre full
Accompagnateur en montagne. Je connais une source chaude, je ne dis pas où.

lucas_tlse||31000|people|75
Lucas man 1993-06-11 olive espresso quiff dusk corail stubble
Ingénieur le jour, contrebassiste la nuit.

paul_henri||78000|none|500
Paul-Henri man 1969-01-08 fair silver side night ardoise short
Avocat, divorcé, gourmand. La courtoisie avant tout.

mehdi_lille||59000|people|110
Mehdi man 1988-03-21 honey black short rose noir stubble
Professeur de lettres. Je relis mes messages trois fois.

gael_rennes||35000|people|195
Gaël man 1990-12-27 porcelain copper side olive sauge moustache
Luthier. Des mains sûres et des horaires improbables.

olivier_c||63000|motif|380
Olivier man 1975-07-19 peach ash bald brick nuit full
Volcans, rugby, cuisine lente. J’aime recevoir.

samuel_w||67000|people|145
Samuel man 1985-05-05 deep black crop amber vin full carrees
Médecin, marcheur, amateur de silences à deux et de tablées à dix.

bastien_nice||06000|people|40
Bastien man 1991-09-23 fair blond crop dusk lin
Bateau-école et guitare. Toujours partant pour un café.`

const word = (firstname: string): string => foldText(firstname).replace(/[^a-z]/g, '')

/**
 * Handle of each identity: that of the account for one person; for two, the first name and the
 * other's initial.
 */
export const identityHandles = (member: Member): readonly string[] => {
  const [a, b] = member.people
  return a && b
    ? [
        `${word(a.firstname)}_${word(b.firstname).charAt(0)}`,
        `${word(b.firstname)}_${word(a.firstname).charAt(0)}`,
      ]
    : [member.handle]
}

export const MEMBERS: readonly Member[] = unfold(ROWS.trim())
  .split('\n\n')
  .map((block, index) => {
    const lines = block.split('\n')
    const [handle = '', email = '', postalCode = '', avatar = '', days = ''] = (
      lines[0] ?? ''
    ).split('|')
    return {
      handle,
      email: email || `membre-${index + 1}@connivence.test`,
      postalCode,
      avatar: avatar as Member['avatar'],
      days: Number(days),
      description: lines.at(-1) ?? '',
      people: lines.slice(1, -1).map((line): Person => {
        const [firstname = '', gender = '', birthDate = '', ...look] = line.split(' ')
        return { firstname, gender: gender as Gender, birthDate, look: lookOf(look.join(' ')) }
      }),
    }
  })

export const isCouple = (member: Member): boolean => member.people.length === 2
