import { PLACE_KINDS, QUESTION_MAX, RULES_TEXT_MAX } from '#contract/events/balance'
import type { Event } from '#contract/events/events'
import {
  EVENT_DESCRIPTION_MAX,
  EVENT_PLACE_MAX,
  EVENT_TITLE_MAX,
  PARTICIPANTS_MAX,
} from '#contract/limits'
import { ApiError } from '../../../data/http/api'
import { NBSP, formatNumber } from '../../../lib/text'
import { parseDegrees, instantOfField, type EventDraft } from './form'

export type Errors = Partial<Record<keyof EventDraft, string>>
const SLUG = /^[a-z0-9_-]{4,40}$/
const LINK = /^https?:\/\/[^\s/]+\.[^\s]+$/i
/** Places of a kind as typed; empty: no limit. */
const isPlaces = (typed: string): boolean =>
  /^\d*$/.test(typed.trim()) && Number(typed) <= PARTICIPANTS_MAX
/** Errors by field, in the server's words. `known`: the event being edited. */
export const errorsOf = (d: EventDraft, known: Event | null, now = Date.now()): Errors => {
  const out: { -readonly [K in keyof Errors]: string } = {}
  const [start, end] = [
    instantOfField(d.start, known?.start_date),
    d.end === '' ? null : instantOfField(d.end, known?.end_date),
  ]
  if (d.title.trim() === '') out.title = 'Donnez un titre à la sortie.'
  else if (d.title.trim().length > EVENT_TITLE_MAX)
    out.title = `Le titre compte au plus ${EVENT_TITLE_MAX} caractères.`
  if (!start) out.start = 'Indiquez la date et l’heure de début.'
  else if (!known && Date.parse(end ?? start) < now) out.start = 'La date de début est déjà passée.'
  if (start && end && end <= start) out.end = 'La fin vient après le début.'
  if (d.description.trim().length > EVENT_DESCRIPTION_MAX)
    out.description = `La description compte au plus ${formatNumber(EVENT_DESCRIPTION_MAX)} caractères.`
  if (d.address.trim() === '' && (d.lat.trim() !== '' || d.lng.trim() !== ''))
    out.address = 'Écrivez l’adresse qui va avec ce point.'
  if (d.address.trim().length > EVENT_PLACE_MAX)
    out.address = `L’adresse compte au plus ${EVENT_PLACE_MAX} caractères.`
  const [lat, lng] = [parseDegrees(d.lat), parseDegrees(d.lng)]
  if (lat !== null && !(Math.abs(lat) <= 90)) out.lat = 'La latitude va de −90 à 90.'
  if (lng !== null && !(Math.abs(lng) <= 180)) out.lng = 'La longitude va de −180 à 180.'
  if (lat === null && lng !== null) out.lat = 'Il manque la latitude.'
  if (lng === null && lat !== null) out.lng = 'Il manque la longitude.'
  if (!d.unlimited) {
    const max = Number(d.max.trim())
    if (d.max.trim() === '' || !Number.isInteger(max) || max < 1)
      out.max = 'Il faut au moins une place.'
    else if (max > PARTICIPANTS_MAX) out.max = `Au plus ${formatNumber(PARTICIPANTS_MAX)} places.`
  }
  if (PLACE_KINDS.some((kind) => !isPlaces(d.places[kind])))
    out.places = `Un nombre de places va de 0 à ${formatNumber(PARTICIPANTS_MAX)}.`
  if (d.rules.trim().length > RULES_TEXT_MAX)
    out.rules = `Les règles comptent au plus ${formatNumber(RULES_TEXT_MAX)} caractères.`
  if (d.questions.some((q) => q.trim().length > QUESTION_MAX))
    out.questions = `Une question compte au plus ${QUESTION_MAX} caractères.`
  if (d.price.trim().length > 200) out.price = 'Ce texte compte au plus 200 caractères.'
  if (d.paymentUrl.trim() !== '' && !LINK.test(d.paymentUrl.trim()))
    out.paymentUrl = 'Le lien de paiement commence par http:// ou https://.'
  if (d.slug.trim() !== '' && !SLUG.test(d.slug.trim().toLowerCase()))
    out.slug = `L’identifiant compte 4 à 40 lettres sans accent, chiffres, «${NBSP}-${NBSP}» ou «${NBSP}_${NBSP}».`
  return out
}
const FIELD_OF: Readonly<Record<string, keyof EventDraft>> = {
  slug_taken: 'slug',
  event_dates: 'end',
  event_past: 'start',
  capacity_below: 'max',
  quota_below: 'places',
  place_unknown: 'place',
  media_not_yours: 'bannerId',
}
/** The field that a server error refers to; null: none. */
export const refusedField = (error: unknown): keyof EventDraft | null =>
  error instanceof ApiError && error.code ? (FIELD_OF[error.code] ?? null) : null
