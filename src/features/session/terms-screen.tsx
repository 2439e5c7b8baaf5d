import { Link } from 'wouter'
import { appName } from '../../data/start/config'
import { PublicPage } from '../../parts/form/public-page'
import styles from './session.module.css'

/** What a member agrees to, in plain words; the consents of the registration name this page. */
const RULES: readonly { readonly title: string; readonly points: readonly string[] }[] = [
  {
    title: 'Qui peut entrer',
    points: [
      'Des personnes de 18 ans ou plus, seules ou en couple. Un couple partage un compte avec deux identités ; chacun y a donné son accord.',
      'Un compte est personnel : pas de compte au nom d’autrui, pas de photo d’une personne qui ne l’a pas voulu.',
    ],
  },
  {
    title: 'Entre membres',
    points: [
      'Le consentement prime sur tout : un « non », un silence ou une hésitation sont des refus.',
      'Ce que vous voyez ici reste ici : ni capture, ni copie, ni récit qui permettrait de reconnaître quelqu’un. Une adresse ou un prénom confiés ne se répètent pas.',
      'Aucune insulte, aucune menace, aucune pression, aucune discrimination. Aucun service payant de nature sexuelle, aucune publicité.',
      'Aucun contenu qui montre ou évoque des mineurs, l’absence de consentement ou un acte interdit par la loi.',
    ],
  },
  {
    title: 'Quand une règle est enfreinte',
    points: [
      'Chaque profil, message et photo peut être signalé ; un membre peut aussi être bloqué, dans les deux sens et sans qu’il en soit averti.',
      'L’équipe qui tient ce site peut retirer un contenu, suspendre ou fermer un compte. Ce que la loi oblige à transmettre aux autorités leur est transmis.',
    ],
  },
  {
    title: 'Vos données',
    points: [
      'Sont enregistrés : ce que vous écrivez et déposez, vos réglages, vos appareils abonnés aux notifications et les dates de connexion. Rien n’est vendu, et aucun traceur, aucune mesure d’audience, aucun service publicitaire n’est chargé.',
      'Votre nom, votre adresse e-mail et votre date de naissance ne sont jamais montrés aux membres. Votre prénom ne l’est qu’à celles et ceux à qui vous l’accordez.',
      'Ce que vous floutez l’est sur votre appareil : l’original ne le quitte pas. Ses informations cachées (lieu, date, appareil) sont effacées.',
      'Sur la carte, vous n’apparaissez jamais plus précisément que votre commune. L’adresse d’une sortie n’est donnée qu’aux participants confirmés, quand l’organisateur la révèle.',
      'Un seul cookie est posé, nécessaire à la connexion.',
    ],
  },
  {
    title: 'Vos droits',
    points: [
      'Dans Paramètres, vous téléchargez toutes vos données et vous supprimez votre compte. La suppression le rend aussitôt invisible et devient définitive après 14 jours ; d’ici là, vous pouvez revenir sur votre choix.',
      '« Qui voit quoi » montre ce que chaque relation peut voir, et « Tout couper » retire tous les accès d’un coup.',
      'Vous pouvez retirer votre accord à tout moment et vous adresser à la CNIL si une réponse ne vous convient pas.',
    ],
  },
]

export const TermsScreen = () => (
  <PublicPage
    title="Conditions et règles"
    intro={`Ce à quoi l’on s’engage en entrant sur ${appName()}, et ce que le site s’engage à faire de ce que vous lui confiez.`}
    footer={
      <Link href="/register" className={styles.link}>
        Vers l’inscription
      </Link>
    }
  >
    {RULES.map(({ title, points }) => (
      <section key={title} className={styles.rules}>
        <h2>{title}</h2>
        <ul>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </section>
    ))}
    <p className={styles.intro}>
      <Link href="/rules" className={styles.link}>
        Les règles de la communauté
      </Link>{' '}
      disent le reste. Sans compte, on peut aussi{' '}
      <Link href="/signaler" className={styles.link}>
        signaler un contenu
      </Link>
      .
    </p>
    <p className={styles.note}>Version du 1ᵉʳ novembre 2026.</p>
  </PublicPage>
)
