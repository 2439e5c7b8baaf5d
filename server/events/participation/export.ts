import { requireOrganizer } from '../../access/events'
import type { Ctx, Viewer } from '../../context'
import { presentParticipants } from './people'
import { participationsOf } from '../queries'

const STATUS = {
  invited: 'Invité',
  accepted: 'Confirmé',
  declined: 'Décliné',
  pending_approval: 'En attente de validation',
  waitlist: 'En liste d’attente',
  cancelled: 'Annulé',
} as const
const GENDER = { woman: 'Femme', man: 'Homme', other: 'Autre' } as const
const when = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'Europe/Paris',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** A quoted cell that no spreadsheet will run as a formula. */
const cell = (value: string): string =>
  `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`

/**
 * Participants for a spreadsheet: UTF-8 with BOM, semicolons, CRLF. No first names, account ids or
 * address.
 */
export const exportParticipantsCsv = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
): Promise<{ name: string; text: string }> => {
  const { event } = await requireOrganizer(ctx.db, viewer, id)
  const rows = await presentParticipants(
    ctx,
    viewer,
    { event, isOrganizer: true },
    await participationsOf(ctx.db, event.id),
  )
  const lines = rows.map((r) => [
    r.account_handle,
    r.identities.map((i) => GENDER[i.gender]).join(' + '),
    r.is_creator ? 'Organisateur' : r.is_co_organizer ? 'Co-organisateur' : STATUS[r.status],
    r.has_paid ? 'oui' : 'non',
    r.is_present ? 'oui' : 'non',
    r.is_vip ? 'oui' : 'non',
    r.is_hidden ? 'oui' : 'non',
    r.organizer_comment ?? '',
    when.format(new Date(r.created_at)),
  ])
  const head = [
    'Pseudo',
    'Identités',
    'Statut',
    'A payé',
    'Présent',
    'VIP',
    'Pseudo caché',
    'Commentaire',
    'Inscrit le',
  ]
  return {
    name: 'participants.csv',
    text: `\uFEFF${[head, ...lines].map((l) => l.map(cell).join(';')).join('\r\n')}\r\n`,
  }
}
