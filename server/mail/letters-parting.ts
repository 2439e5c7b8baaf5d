import type { Env } from '../env'
import { composeLetter, type Letter } from './letters'

type From = Pick<Env, 'APP_NAME' | 'publicUrl'>

/** To both of a couple. */
export const partingAskedLetter = (env: From): Letter =>
  composeLetter(env, 'Un changement de votre compte est demandé', [
    'L’une des deux personnes de votre compte demande à en partir. Ce sera fait dans sept jours. ' +
      'D’ici là, chacun dit dans l’application ce qu’il souhaite garder.',
    `${env.publicUrl}/account/parting`,
    'Si ni vous ni la personne qui partage ce compte ne l’avez demandé, quelqu’un d’autre a eu accès ' +
      'à votre compte\u00a0: choisissez tout de suite un nouveau mot de passe.',
    `${env.publicUrl}/forgot-password`,
  ])
export const partingCancelledLetter = (env: From): Letter =>
  composeLetter(env, 'Rien ne change pour votre compte', [
    'La demande de partir de votre compte est annulée\u00a0: il reste comme il est.',
  ])
/** To each of the two, at their own address. */
export const partedLetter = (env: From, hasAccount: boolean): Letter =>
  composeLetter(env, 'C’est fait', [
    hasAccount
      ? 'Votre compte n’est plus partagé. Toutes les sessions ont été fermées\u00a0: ' +
        'reconnectez-vous avec votre adresse e-mail et votre mot de passe.'
      : 'Vous n’êtes plus dans le compte que vous partagiez. Votre adresse e-mail et votre mot de ' +
        'passe restent valables\u00a0: en vous connectant, vous pouvez créer un compte à vous.',
    `${env.publicUrl}/login`,
    'Si une autre personne connaît votre mot de passe, changez-le maintenant\u00a0:',
    `${env.publicUrl}/forgot-password`,
  ])
