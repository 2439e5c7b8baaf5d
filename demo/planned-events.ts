import type { NewRow } from '../server/db/tables'

export type ParticipationStatus = NewRow<'event_participants'>['status']
export interface PlannedEvent {
  readonly key: string
  readonly by: string
  readonly title: string
  readonly slug: string | null
  readonly description: string
  /** The creator's first message in the event's conversation. */
  readonly says: string
  /**
   * Days from now until the first day, which is then moved to this weekday (0 Sunday … 6 Saturday);
   * negative for past events.
   */
  readonly inDays: number
  readonly weekday: number
  /** Hours of the day in Paris; an end of 24 or more is on the next day. */
  readonly from: number
  readonly to: number
  readonly address: readonly [string, number, number] | null
  readonly shows?: 'public' | 'revealed'
  readonly price?: string
  readonly banner?: string
  readonly max?: number
  readonly draft?: true
  readonly open?: true
  readonly approval?: true
  readonly waitlist?: true
  readonly persons?: true
  readonly leads?: readonly string[]
  readonly people: Readonly<Partial<Record<ParticipationStatus, readonly string[]>>>
}

export const EVENTS: readonly PlannedEvent[] = [
  {
    key: 'velours',
    by: 'clara_et_tom',
    title: 'Soirée velours',
    slug: 'soiree-velours',
    inDays: 9,
    weekday: 6,
    from: 20.5,
    to: 27,
    banner: 'table-verte',
    says: 'Bienvenue à tous ! L’adresse est sur la fiche, garez-vous place Sathonay.',
    description:
      'Une maison, un feu de bois, de la musique douce. On commence par parler, on finit ' +
      'comme on veut. Respect, lenteur, sourire.\n\nVenez avec une bouteille que vous ' +
      'aimez, et l’envie de rencontrer.',
    address: ['14 montée des Carmélites, Lyon', 45.77012, 4.82641],
    shows: 'revealed',
    price: '30 € par couple',
    max: 16,
    waitlist: true,
    people: {
      accepted: ['lea_hugo', 'voisins_du_6', 'jeanne_sofiane', 'ines_m69', 'eva_victor'],
      invited: ['antoine_69', 'nora_lyon'],
      declined: ['maud_dijon'],
    },
  },
  {
    key: 'diner',
    by: 'lea_hugo',
    title: 'Dîner à quatre mains',
    slug: 'quatre-mains',
    inDays: 16,
    weekday: 5,
    from: 19.5,
    to: 24,
    banner: 'table-bougies',
    says: 'On pensait à un curry vert et une tarte aux figues. Vos idées ?',
    description:
      'On cuisine ensemble, on mange tard, on laisse la soirée décider. Dites-nous ce que vous ne mangez pas.',
    address: ['7 rue des Charmettes, Villeurbanne', 45.7679, 4.86421],
    price: 'Chacun apporte un plat',
    max: 8,
    persons: true,
    approval: true,
    open: true,
    leads: ['clara_et_tom'],
    people: { pending_approval: ['nora_lyon'], invited: ['antoine_69', 'voisins_du_6'] },
  },
  {
    key: 'atelier',
    by: 'antoine_69',
    title: 'Un soir à l’atelier',
    slug: null,
    inDays: 30,
    weekday: 6,
    from: 18,
    to: 23,
    banner: 'foret-automne',
    says: 'Je note ici ce qu’il reste à préparer.',
    description: 'Entre les copeaux et la guitare. À préciser.',
    address: null,
    draft: true,
    people: { invited: ['nora_lyon'] },
  },
  {
    key: 'quais',
    by: 'nora_lyon',
    title: 'Apéritif sur les quais',
    slug: 'quais-rhone',
    inDays: -24,
    weekday: 4,
    from: 18.5,
    to: 21.5,
    banner: 'soie',
    says: 'Merci d’être venus, c’était doux. À refaire au printemps.',
    description: 'Un verre au bord du Rhône, pour se voir avant de se connaître.',
    address: null,
    open: true,
    people: { accepted: ['lea_hugo', 'antoine_69', 'ines_m69'] },
  },
  {
    key: 'lac',
    by: 'eva_victor',
    title: 'Nuit au bord du lac',
    slug: 'nuit-du-lac',
    inDays: 23,
    weekday: 6,
    from: 19,
    to: 35,
    banner: 'lac-matin',
    says: 'Le sauna chauffe à partir de 18 h. Prenez un peignoir.',
    description:
      'Le chalet est petit : trois couples et nous. Sauna le soir, baignade au matin pour les courageux.',
    address: ['Chemin des Aravis, Annecy', 45.89231, 6.13842],
    price: '40 € par personne, petit déjeuner compris',
    max: 4,
    waitlist: true,
    people: {
      accepted: ['voisins_du_6', 'jeanne_sofiane', 'hotel_du_lac'],
      waitlist: ['antoine_69', 'clara_et_tom'],
      invited: ['lea_hugo'],
    },
  },
  {
    key: 'bal',
    by: 'jeanne_sofiane',
    title: 'Bal masqué d’hiver',
    slug: 'bal-hiver',
    inDays: 44,
    weekday: 6,
    from: 21,
    to: 28,
    says: 'Premier indice pour le décor : tout sera bleu nuit.',
    description: 'Masque obligatoire jusqu’à minuit. Après, chacun fait comme il veut.',
    address: ['Salle du Belvédère, Grenoble', 45.19876, 5.72601],
    shows: 'public',
    price: '15 €',
    open: true,
    people: {
      accepted: ['nora_lyon', 'antoine_69', 'camille_et_rose'],
      pending_approval: [],
      invited: ['lea_hugo', 'maud_dijon'],
    },
  },
]
