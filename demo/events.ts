import type { Location } from '#contract/profile/data'
import { messageKey } from '../server/messaging/reading/search-key'
import { fold } from '../server/db/dialect'
import type { NewRow } from '../server/db/tables'
import { parisTime } from './dialogue'
import { MEMBERS } from './members'
import type { MemberIds } from './people'
import { pictureId } from './pictures'
import { idOf } from './random'

type Status = NewRow<'event_participants'>['status']
interface PlannedEvent {
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
  readonly told?: 'public' | 'revealed'
  readonly price?: string
  readonly banner?: string
  readonly max?: number
  readonly draft?: true
  readonly open?: true
  readonly approval?: true
  readonly waitlist?: true
  readonly persons?: true
  readonly leads?: readonly string[]
  readonly people: Readonly<Partial<Record<Status, readonly string[]>>>
}

const EVENTS: readonly PlannedEvent[] = [
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
      'Une maison, un feu de bois, de la musique douce. On commence par parler, on finit comme on veut. Respect, lenteur, sourire.\n\nVenez avec une bouteille que vous aimez, et l’envie de rencontrer.',
    address: ['14 montée des Carmélites, Lyon', 45.77012, 4.82641],
    told: 'revealed',
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
    told: 'public',
    price: '15 €',
    open: true,
    people: {
      accepted: ['nora_lyon', 'antoine_69', 'camille_et_rose'],
      pending_approval: [],
      invited: ['lea_hugo', 'maud_dijon'],
    },
  },
]

const DAY = 86_400_000
/** Days from now to the planned weekday. */
const daysTo = (e: PlannedEvent, nowMs: number): number =>
  e.inDays + ((e.weekday - new Date(nowMs + e.inDays * DAY).getUTCDay() + 7) % 7)
/** An hour of the day in Paris, that many days from now. */
const at = (nowMs: number, days: number, hour: number): number =>
  Math.floor(parisTime(nowMs, -(days + Math.floor(hour / 24)), hour % 24) / 60_000) * 60_000

export interface EventRows {
  readonly events: NewRow<'events'>[]
  readonly people: NewRow<'event_participants'>[]
  readonly conversations: NewRow<'conversations'>[]
  readonly seats: NewRow<'conversation_participants'>[]
  readonly messages: NewRow<'messages'>[]
  readonly reads: NewRow<'conversation_reads'>[]
}

/**
 * Events of the demonstration members: published, a draft, an ended one, a full one; with their
 * participants and conversations.
 */
export const eventRows = (
  ids: ReadonlyMap<string, MemberIds>,
  towns: ReadonlyMap<string, Location>,
  pictures: ReadonlyMap<string, unknown>,
  nowMs: number,
): EventRows => {
  const out: EventRows = {
    events: [],
    people: [],
    conversations: [],
    seats: [],
    messages: [],
    reads: [],
  }
  for (const e of EVENTS) {
    const creator = ids.get(e.by)
    const town = towns.get(MEMBERS.find((m) => m.handle === e.by)?.postalCode ?? '')
    if (!creator) continue
    const days = daysTo(e, nowMs)
    const start_at = at(nowMs, days, e.from)
    const made = Math.floor(Math.min(nowMs - 6 * DAY, start_at - 10 * DAY))
    const id = idOf(`event ${e.key}`, made)
    const leads = e.leads ?? []
    const rows = [
      [e.by, 'accepted'] as const,
      ...leads.map((h) => [h, 'accepted'] as const),
      ...(Object.entries(e.people) as [Status, readonly string[]][]).flatMap(([status, handles]) =>
        handles.map((h) => [h, status] as const),
      ),
    ].flatMap(([handle, status], i): NewRow<'event_participants'>[] => {
      const who = ids.get(handle)
      const created_at = made + i * 3_600_000
      return who
        ? [
            {
              id: idOf(`participant ${e.key} ${handle}`, created_at),
              event_id: id,
              account_id: who.accountId,
              status,
              is_co_organizer: leads.includes(handle) ? 1 : 0,
              seats: e.persons ? who.identityIds.length : 1,
              has_paid: 0,
              is_present: 0,
              present_at: null,
              is_vip: 0,
              is_hidden: 0,
              organizer_comment: null,
              invited_by_account_id:
                i === 0 || (e.open && status !== 'invited') ? null : creator.accountId,
              offer_until: null,
              said_yes: status === 'invited' || status === 'declined' ? 0 : 1,
              created_at,
              status_at: created_at,
            },
          ]
        : []
    })
    out.people.push(...rows)
    const inside = rows.filter((p) => p.status === 'accepted')
    const banner = e.banner ? `profile ${e.by} ${e.banner}` : ''
    out.events.push({
      id,
      creator_account_id: creator.accountId,
      slug: e.slug,
      title: e.title,
      title_key: fold(e.title),
      description: e.description,
      status: e.draft ? 'draft' : 'published',
      start_at,
      end_at: at(nowMs, days, e.to),
      place: town
        ? JSON.stringify({
            place_id: town.place_id,
            city: town.city,
            department: town.department,
            department_code: town.department_code,
            postal_code: town.postal_code,
            lat: town.lat,
            lng: town.lng,
            formatted_address: town.formatted_address,
          })
        : null,
      place_lat: town?.lat ?? null,
      place_lng: town?.lng ?? null,
      address: e.address?.[0] ?? null,
      address_lat: e.address?.[1] ?? null,
      address_lng: e.address?.[2] ?? null,
      address_public: e.told === 'public' ? 1 : 0,
      address_revealed: e.told === 'revealed' ? 1 : 0,
      price: e.price ?? null,
      payment_url: null,
      banner_media_id: pictures.has(banner) ? pictureId(banner) : null,
      max_participants: e.max ?? null,
      has_waitlist: e.waitlist ? 1 : 0,
      requires_approval: e.approval ? 1 : 0,
      access_type: e.open ? 'open_to_relations' : 'invitation_only',
      group_options: 'all',
      counts_persons: e.persons ? 1 : 0,
      auto_offer: 0,
      seats_taken: inside.reduce((n, p) => n + p.seats, 0),
      revision: 0,
      created_at: made,
      updated_at: made,
    })
    const conversation_id = idOf(`conversation event ${e.key}`, made)
    // after all of them have joined
    const seq = made + rows.length * 3_600_000
    const message = idOf(`message event ${e.key}`, seq)
    out.messages.push({
      id: message,
      conversation_id,
      seq,
      changed: seq,
      sender_account_id: creator.accountId,
      sender_identity_id: creator.identityIds[0] ?? null,
      content: e.says,
      content_key: messageKey(e.says) || null,
      system_type: null,
      client_msg_id: null,
      client_hash: null,
      media_count: 0,
      created_at: seq,
      deleted_at: null,
    })
    out.conversations.push({
      id: conversation_id,
      type: 'event',
      title: null,
      title_key: null,
      description: null,
      avatar_media_id: null,
      direct_key: `event:${id}`,
      event_id: id,
      created_at: made,
      clock: seq,
      last_message_id: message,
      last_message_at: seq,
      event_title: e.title,
      event_title_key: fold(e.title),
      event_start_at: start_at,
      group_options: 'all',
      ...(e.draft ? { paused_at: made } : {}),
    })
    for (const p of inside) {
      out.seats.push({
        conversation_id,
        account_id: p.account_id,
        is_admin: p.account_id === creator.accountId || p.is_co_organizer === 1 ? 1 : 0,
        joined_at: p.status_at,
        visible_after: 0,
        left_at: null,
        has_written: p.account_id === creator.accountId ? 1 : 0,
      })
      const identities =
        [...ids.values()].find((m) => m.accountId === p.account_id)?.identityIds ?? []
      out.reads.push(
        ...identities.map((identity_id) => ({
          conversation_id,
          identity_id,
          account_id: p.account_id,
          last_read_seq: seq,
          last_read_message_id: message,
          read_at: seq + 60_000,
        })),
      )
    }
  }
  return out
}
