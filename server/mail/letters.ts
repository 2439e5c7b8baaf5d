import type { Env } from '../env'
import { textToHtml } from './html'
import type { Mail } from './mailer'

export type Letter = Omit<Mail, 'to'>
type From = Pick<Env, 'APP_NAME' | 'publicUrl'>

/**
 * Mails may be seen on a locked screen or in a shared inbox: subject and text never reveal what the
 * site is about, and never repeat form input (a name, for instance, would let a stranger choose our
 * words).
 */
export const composeLetter = (
  env: From,
  subject: string,
  paragraphs: readonly string[],
): Letter => {
  const text = ['Bonjour,', ...paragraphs, `À bientôt,\n${env.APP_NAME}`].join('\n\n')
  return {
    subject,
    text: `${text}\n`,
    html:
      `<!doctype html><html lang="fr"><meta charset="utf-8"><title>${subject}</title><body ` +
      'style="font:16px/1.5 system-ui,sans-serif;max-width:36em;margin:0 ' +
      `auto;padding:1em">${textToHtml(text)}</body></html>\n`,
  }
}
/** In the fragment: a token in a query would end up in server logs. */
const link = (env: From, path: string, token: string): string =>
  `${env.publicUrl}${path}#token=${token}`
const NOT_YOU =
  'Si vous n’êtes pas à l’origine de cette demande, ignorez ce message\u00a0: rien ne sera changé.'

export const verifyLetter = (env: From, token: string): Letter =>
  composeLetter(env, 'Confirmez votre adresse e-mail', [
    'Pour confirmer votre adresse e-mail, ouvrez ce lien dans les 24 heures\u00a0:',
    link(env, '/verify-email', token),
    NOT_YOU,
  ])

export const alreadyRegisteredLetter = (env: From): Letter =>
  composeLetter(env, 'Votre inscription', [
    'Une inscription vient d’être demandée avec cette adresse e-mail. Vous avez déjà un ' +
      'compte\u00a0: connectez-vous avec votre mot de passe habituel.',
    `${env.publicUrl}/login`,
    'Si vous l’avez oublié, choisissez-en un nouveau ici\u00a0:',
    `${env.publicUrl}/forgot-password`,
    NOT_YOU,
  ])

export const resetLetter = (env: From, token: string): Letter =>
  composeLetter(env, 'Votre nouveau mot de passe', [
    'Pour choisir un nouveau mot de passe, ouvrez ce lien dans l’heure\u00a0:',
    link(env, '/reset-password', token),
    'Toutes vos sessions ouvertes seront alors fermées.',
    NOT_YOU,
  ])

const WHAT_ENDED = {
  all: ' et toutes vos sessions ont été fermées',
  others: ' et vos sessions ouvertes ailleurs ont été fermées',
  none: '',
} as const
/** `ended`: which sessions ended with the old password. */
export const passwordChangedLetter = (env: From, ended: keyof typeof WHAT_ENDED): Letter =>
  composeLetter(env, 'Votre mot de passe a été changé', [
    `Votre mot de passe vient d’être changé${WHAT_ENDED[ended]}.`,
    'Si ce n’est pas vous, choisissez-en un autre tout de suite\u00a0:',
    `${env.publicUrl}/forgot-password`,
  ])

export const newAddressLetter = (env: From, token: string): Letter =>
  composeLetter(env, 'Confirmez votre nouvelle adresse e-mail', [
    'Pour que cette adresse e-mail devienne la vôtre, ouvrez ce lien dans les 24 heures\u00a0:',
    link(env, '/confirm-email', token),
    NOT_YOU,
  ])

/** To an address that another user already has: only its owner reads it. */
export const addressKnownLetter = (env: From): Letter =>
  composeLetter(env, 'Votre adresse e-mail', [
    'Quelqu’un vient de demander que cette adresse e-mail devienne la sienne. Elle est ' +
      'déjà celle de votre compte\u00a0: rien n’a été changé.',
    'Si vous avez deux comptes, connectez-vous à celui de cette adresse pour la libérer.',
    `${env.publicUrl}/login`,
  ])

/** To the address that is still valid. */
export const addressAskedLetter = (env: From): Letter =>
  composeLetter(env, 'Changement d’adresse e-mail demandé', [
    'Une nouvelle adresse e-mail vient d’être demandée pour votre compte. Celle-ci reste ' +
      'la bonne tant que la nouvelle n’est pas confirmée.',
    'Si ce n’est pas vous, choisissez tout de suite un nouveau mot de passe\u00a0: la demande sera annulée.',
    `${env.publicUrl}/forgot-password`,
  ])

/** To the previous address; it does not contain the new one. */
export const addressChangedLetter = (env: From): Letter =>
  composeLetter(env, 'Votre adresse e-mail a été changée', [
    'Votre compte a désormais une autre adresse e-mail. Celle-ci ne sert plus à vous ' +
      'connecter, et ne recevra plus de message de notre part.',
    'Si ce n’est pas vous, prévenez sans attendre les responsables du site.',
  ])

export const sessionReplayedLetter = (env: From): Letter =>
  composeLetter(env, 'Une de vos sessions a été fermée', [
    'Une copie de l’une de vos sessions ouvertes vient d’être utilisée sur un autre ' +
      'appareil. Par sécurité, nous avons fermé cette session partout\u00a0: reconnectez-vous sur ' +
      'l’appareil qui vous le demande.',
    'Si vous n’avez pas vous-même copié ou restauré les données de votre navigateur, ' +
      'quelqu’un d’autre y a eu accès. Choisissez alors un nouveau mot de passe, ce qui ' +
      'ferme aussi toutes vos autres sessions\u00a0:',
    `${env.publicUrl}/forgot-password`,
  ])

export const partnerLetter = (env: From): Letter =>
  composeLetter(env, 'Une deuxième personne a rejoint votre compte', [
    'Une personne vient de rejoindre votre compte par un lien créé depuis vos paramètres\u00a0: ' +
      'elle y a désormais les mêmes droits que vous.',
    'Si vous n’avez donné ce lien à personne, quelqu’un d’autre a eu accès à votre compte. ' +
      'Choisissez tout de suite un nouveau mot de passe, puis retirez cet accès dans vos ' +
      'paramètres, rubrique «\u00a0Sécurité\u00a0»\u00a0:',
    `${env.publicUrl}/forgot-password`,
  ])

/** To the second login of an account, which its first login ended. */
export const loginEndedLetter = (env: From): Letter =>
  composeLetter(env, 'Vous n’avez plus accès au compte partagé', [
    'La personne qui a créé le compte que vous partagiez vient d’y mettre fin à votre accès. ' +
      'Le compte, ses discussions et ses photos restent les siens.',
    'Votre adresse e-mail et votre mot de passe restent valables\u00a0: en vous connectant, vous ' +
      'pouvez créer un compte à vous.',
    `${env.publicUrl}/login`,
  ])

/** To the first login of an account. */
export const loginLeftLetter = (env: From): Letter =>
  composeLetter(env, 'Une personne a quitté votre compte', [
    'La deuxième personne de votre compte vient de le quitter\u00a0: elle n’y a plus accès. ' +
      'Rien d’autre n’a changé.',
  ])

/** To the other login of a couple. */
export const loginTiedLetter = (env: From): Letter =>
  composeLetter(env, 'L’autre connexion de votre compte dit qui elle est', [
    'L’autre connexion de votre compte vient de dire laquelle de vos deux identités est la sienne. ' +
      'Ce choix se fait une seule fois : elle seule répond désormais pour cette personne.',
    'Si c’est vous que l’on a choisi à votre place, la personne qui a créé le compte peut retirer ' +
      'l’autre connexion dans ses paramètres, rubrique « Sécurité » :',
    `${env.publicUrl}/settings/security`,
  ])

export const codeForgottenLetter = (env: From): Letter =>
  composeLetter(env, 'Un code de votre compte va être retiré', [
    'Le code de l’une de vos deux identités a été déclaré oublié. Dans sept jours, il sera retiré, ' +
      'et un autre pourra être choisi.',
    'Si ni vous ni la personne qui partage ce compte ne l’avez oublié, gardez-le dans vos ' +
      'paramètres, rubrique «\u00a0Sécurité\u00a0»\u00a0:',
    `${env.publicUrl}/settings/security`,
  ])

/** `day`: the last day for undoing it, formatted. */
export const deletionLetter = (env: From, day: string): Letter =>
  composeLetter(env, 'Votre compte va être supprimé', [
    'La suppression de votre compte vient d’être demandée. Il n’est plus visible, et sera ' +
      `effacé pour de bon le ${day}.`,
    'Pour le garder, connectez-vous avant ce jour et choisissez de l’annuler\u00a0:',
    `${env.publicUrl}/login`,
    'Si ni vous ni la personne qui partage ce compte ne l’avez demandé, choisissez aussi un nouveau mot de passe.',
  ])

/** Says neither what the account is nor what is in it. */
export const unusedLetter = (env: From, day: string): Letter =>
  composeLetter(env, 'Votre compte dort depuis longtemps', [
    `Votre dernière visite est déjà loin. Sans visite de votre part, votre compte sera effacé le ${day}, avec tout ce qu’il contient.`,
    'Pour le garder, il suffit de vous connecter\u00a0:',
    `${env.publicUrl}/login`,
  ])

const ACCESS_CHANGES = {
  passkeyAdded: [
    'Une clé d’accès a été ajoutée',
    'Une clé d’accès vient d’être ajoutée à votre compte\u00a0: elle permet de se connecter sans mot de passe.',
  ],
  passkeyRemoved: [
    'Une clé d’accès a été retirée',
    'Une clé d’accès vient d’être retirée de votre compte.',
  ],
  secondOn: [
    'Connexion en deux étapes activée',
    'Une clé d’accès est désormais demandée après votre mot de passe.',
  ],
  secondOff: [
    'Connexion en deux étapes désactivée',
    'Votre mot de passe suffit de nouveau pour vous connecter.',
  ],
  newCodes: [
    'Nouveaux codes de secours',
    'De nouveaux codes de secours viennent d’être créés\u00a0: les anciens ne valent plus rien.',
  ],
  codeUsed: [
    'Un code de secours a été utilisé',
    'Une connexion vient d’être faite avec votre mot de passe et un code de secours. Ce code ne servira plus.',
  ],
} as const
export type AccessChange = keyof typeof ACCESS_CHANGES
/** A change of how one signs in: the user must know of a change made by someone else. */
export const accessLetter = (env: From, change: AccessChange): Letter =>
  composeLetter(env, ACCESS_CHANGES[change][0], [
    ACCESS_CHANGES[change][1],
    'Si ce n’est pas vous, choisissez tout de suite un nouveau mot de passe, puis vérifiez ' +
      'la rubrique Sécurité de vos paramètres\u00a0:',
    `${env.publicUrl}/forgot-password`,
  ])
