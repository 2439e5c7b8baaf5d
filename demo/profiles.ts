import {
  CONTEXTS,
  COUPLE_PRACTICES,
  PRACTICES,
  type Location,
  type Person as PersonData,
  type ProfileData,
} from '#contract/profile/data'
import { typeset } from './text'
import { isCouple, MEMBERS, type Member, type Person } from './members'
import { random, type Random } from './random'

const SMOKER = [
  'non-fumeur',
  'non-fumeur',
  'non-fumeur',
  'occasionnel',
  'vapoteur',
  'fumeur',
] as const
const SILHOUETTE = ['mince', 'athletique', 'moyenne', 'moyenne', 'rondeurs', 'rond'] as const
const ORIGIN: Readonly<Record<string, PersonData['origine']>> = {
  porcelain: 'caucasien',
  fair: 'caucasien',
  peach: 'caucasien',
  olive: 'latine',
  honey: 'arabe',
  bronze: 'latine',
  brown: 'africain',
  deep: 'africain',
}

/** Self-descriptions by gender; each is used once. */
const ABOUT: Readonly<Record<Person['gender'], readonly string[]>> = {
  woman: [
    'Curieuse et gourmande, je me laisse volontiers surprendre. J’aime les regards qui ' +
      'durent et les gens qui savent dire non.',
    'Grande rieuse, un peu timide les dix premières minutes. Ensuite, c’est à vous de voir.',
    'Je choisis les personnes avant les corps. Une belle voix me fait tourner la tête.',
    'Douce en apparence, joueuse au fond. Je préfère les soirées lentes aux listes d’envies.',
    'J’ai découvert ce monde sur le tard et je ne regrette qu’une chose : ne pas avoir commencé plus tôt.',
    'Sensible aux mains, aux mots et aux odeurs de cuisine. Allergique à la vulgarité.',
    'Je danse mal et avec beaucoup de conviction.',
    'Indépendante, franche, câline. Je réponds à tout le monde, surtout aux messages bien tournés.',
    'Heureuse d’être là où l’on ne me demande pas de choisir.',
    'J’aime mener, parfois me laisser mener, toujours en parler avant.',
    'Plutôt thé que champagne, plutôt dimanche que samedi.',
    'Je viens pour les rencontres, je reste pour les amitiés.',
    'Pas pressée. Un verre, une promenade, et l’on verra bien.',
    'Exigeante sur la politesse, souple sur le reste.',
    'Mes tatouages ont tous une histoire, demandez-moi celle de l’épaule.',
    'Je n’aime ni l’insistance ni les photos volées. J’aime presque tout le reste.',
    'Bien dans ma peau, enfin. Je cherche des gens qui regardent dans les yeux.',
    'Le matin, je cours. Le soir, je paresse. On peut faire l’inverse.',
  ],
  man: [
    'Attentif, patient, bon public. On me dit rassurant, j’essaie d’en être digne.',
    'Je ne suis pas le plus bavard du dîner, mais j’écoute très bien.',
    'Sportif du dimanche, cuisinier des autres jours. Hygiène et courtoisie irréprochables.',
    'Je sais attendre. C’est même ce que je préfère.',
    'Curieux de tout, blasé de rien. Un faible pour les personnes qui prennent l’initiative.',
    'Tranquille partout, à l’aise avec tout le monde.',
    'Très respectueux, un brin sentimental. La tendresse n’est pas un gros mot.',
    'J’aime regarder, j’aime qu’on me raconte. Le reste se discute.',
    'Humour pince-sans-rire, mains chaudes, ponctualité suisse.',
    'Pas de performance, beaucoup de présence.',
    'Je porte rarement une cravate, toujours une belle chemise.',
    'Calme et joueur. Un non me va très bien, un silence un peu moins.',
    'J’ai le rire facile et le sommeil lourd.',
    'Voyageur, bricoleur, câlin. Je ramène toujours une bonne bouteille.',
    'Je suis ici pour partager, pas pour collectionner.',
    'Romantique contrarié : j’allume des bougies et je fais tomber les verres.',
    'Discret à la ville, moins en privé.',
    'Je préfère les rires aux prouesses.',
  ],
  other: [
    'Iel, s’il vous plaît. Le reste s’apprend en parlant.',
    'Entre deux, et très bien là. J’aime les gens qui posent des questions.',
  ],
}

const COMMENTS: Readonly<Record<string, readonly string[]>> = {
  curieux: ['On découvre encore, et cela nous plaît.'],
  cote_a_cote: ['Notre façon préférée de commencer.', 'Toujours, et parfois seulement.'],
  melangisme: ['Avec un couple que nous connaissons déjà un peu.'],
  echangisme: ['Jamais la première fois.', 'Dans la même pièce.'],
  deux_plus_deux: ['L’idéal pour nous.'],
  pluralite: ['Selon les soirs et les gens.'],
  orgie: ['Peut-être un jour.'],
  soirees_privees: ['Dix personnes au plus, c’est parfait.'],
  clubs: ['Une fois par mois.', 'En semaine, quand c’est calme.'],
  saunas: ['L’hiver surtout.'],
  hotels: ['Le temps d’un week-end.'],
  a_domicile: ['Chez nous, autour d’un dîner.'],
  embrasse_hors_couple: ['C’est même essentiel.', 'Si le courant passe.'],
  candaulisme_observateur: ['Mon petit secret.'],
  bdsm: ['Léger, avec un mot convenu.'],
  plans_solo: ['Quand l’autre le sait.'],
}

/** Ratings from 0 to 100 in steps of 5 around a taste; some are null (not rated). */
const ratings = <K extends string>(
  r: Random,
  keys: readonly K[],
): Partial<Record<K, number | null>> =>
  Object.fromEntries(keys.map((key) => [key, r.chance(0.2) ? null : r.int(0, 20) * 5])) as Partial<
    Record<K, number | null>
  >

/** A comment on some of the rated items. */
const comments = <K extends string>(
  r: Random,
  rated: Partial<Record<K, number | null>>,
): Partial<Record<K, string>> =>
  Object.fromEntries(
    Object.entries<number | null | undefined>(rated).flatMap(([key, v]) =>
      v !== null && COMMENTS[key] && r.chance(0.35) ? [[key, typeset(r.pick(COMMENTS[key]))]] : [],
    ),
  ) as Partial<Record<K, string>>

/** Attraction by gender, from 0 to 100: high for the partner's gender, random for the others. */
const orientations = (r: Random, person: Person, partner: Person | undefined) => {
  const likes = (gender: Person['gender'], low: number, high: number): number =>
    partner?.gender === gender ? r.int(17, 20) * 5 : r.int(low, high) * 5
  return {
    orientation_femme:
      person.gender === 'woman'
        ? likes('woman', 5, 18)
        : likes('woman', partner?.gender === 'man' ? 0 : 15, partner?.gender === 'man' ? 6 : 20),
    orientation_homme:
      person.gender === 'man'
        ? likes('man', 0, 9)
        : likes('man', partner?.gender === 'woman' ? 0 : 13, partner?.gender === 'woman' ? 9 : 20),
    orientation_autre: r.chance(0.3) ? null : likes('other', 4, 17),
  }
}

/** No two members have the same description; a few have none. */
const aboutOf: ReadonlyMap<Person, string | null> = (() => {
  const r = random('about')
  const left = { woman: [...ABOUT.woman], man: [...ABOUT.man], other: [...ABOUT.other] }
  return new Map(
    MEMBERS.flatMap((m) => m.people).map((p): [Person, string | null] => {
      const list = left[p.gender]
      if (list.length === 0 || r.chance(0.15)) return [p, null]
      return [p, typeset(list.splice(r.int(0, list.length - 1), 1)[0] ?? '')]
    }),
  )
})()

const personData = (person: Person, partner: Person | undefined, name: string): PersonData => {
  const r = random(`person ${name}`)
  const centimetres = person.gender === 'woman' ? r.int(156, 180) : r.int(168, 194)
  const practices = ratings(r, PRACTICES)
  return {
    // stored with the identity
    firstName: null,
    birthDate: person.birthDate,
    smoker: r.pick(SMOKER),
    silhouette: r.pick(SILHOUETTE),
    taille: (centimetres / 100).toFixed(2).replace('.', ','),
    origine: person.look ? (ORIGIN[person.look.skin] ?? 'autre') : null,
    description: aboutOf.get(person) ?? null,
    ...orientations(r, person, partner),
    practices,
    comments: comments(r, practices),
  }
}

/** The profile of a demonstration member. */
export const profileOf = (member: Member, towns: ReadonlyMap<string, Location>): ProfileData => {
  const r = random(`profile ${member.handle}`)
  const [first, second] = member.people
  if (!first) throw new RangeError(`${member.handle} is nobody`)
  const couplePractices = isCouple(member) ? ratings(r, COUPLE_PRACTICES) : {}
  const contextPractices = ratings(r, CONTEXTS)
  return {
    location: towns.get(member.postalCode) ?? null,
    description: typeset(member.description),
    person1: personData(first, second, `${member.handle} 1`),
    person2: second ? personData(second, first, `${member.handle} 2`) : null,
    couplePractices,
    coupleComments: comments(r, couplePractices),
    contextPractices,
    contextComments: comments(r, contextPractices),
  }
}
