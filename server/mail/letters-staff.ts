import type { Env } from '../env'
import { composeLetter, type Letter } from './letters'

type From = Pick<Env, 'APP_NAME' | 'publicUrl'>

/** The code that unlocks the desk of a staff member without passkey. */
export const deskCodeLetter = (env: From, code: string): Letter =>
  composeLetter(env, 'Votre code', [
    `Votre code de confirmation\u00a0: ${code}`,
    'Il est valable dix minutes, et ne sert qu’une fois. Ne le donnez à personne.',
  ])

const INFORMED = {
  decision: 'Une décision concernant votre compte vous attend dans l’application.',
  lifted: 'Une décision concernant votre compte a été levée. L’application vous en dit plus.',
  report: 'Une réponse à votre signalement vous attend dans l’application.',
  reconsidered: 'Une réponse à votre signalement a changé. L’application vous en dit plus.',
  warned: 'Un message vous attend dans l’application.',
  looked: 'Un message vous attend dans l’application.',
  appeal: 'Une réponse à votre contestation vous attend dans l’application.',
  comment: 'Une réponse à votre commentaire vous attend dans l’application.',
  vouch: 'Un message vous attend dans l’application.',
  verification: 'Un message vous attend dans l’application.',
  application: 'Une réponse à votre inscription vous attend.',
  announcement: 'Un message vous attend dans l’application.',
  notice:
    'Une réponse au signalement que vous avez envoyé vous attend. Le code que vous avez gardé permet de la lire.',
} as const
export type ModerationLetter = keyof typeof INFORMED
export const MODERATION_LETTERS: readonly string[] = Object.keys(INFORMED)
/** To the addresses that operators chose: an urgent case was opened. */
export const urgentLetter = (env: From): Letter =>
  composeLetter(env, 'Un dossier urgent', ['Un dossier urgent attend.', `${env.publicUrl}/desk`])
/** To operators: evidence that they keep is destroyed unless they say otherwise. */
export const holdLetter = (env: From): Letter =>
  composeLetter(env, 'Un dossier attend votre réponse', [
    'Des copies que vous gardez seront détruites dans deux semaines, sauf si vous les gardez encore\u00a0: ouvrez le bureau, «\u00a0Décidés\u00a0», puis «\u00a0Gardés\u00a0».',
    `${env.publicUrl}/desk/decided`,
  ])
/** Proves that mails leave this server. */
export const testLetter = (env: From): Letter =>
  composeLetter(env, 'E-mail d’essai', ['Cet e-mail d’essai est bien arrivé.'])
/** The reasons are read in the app only: the mail names neither the measure nor the subject. */
export const moderationLetter = (env: From, what: ModerationLetter): Letter =>
  composeLetter(env, 'Un message vous attend', [
    INFORMED[what],
    `${env.publicUrl}/${what === 'notice' ? 'signaler' : 'login'}`,
  ])
