import type { After } from '#contract/events/after'
import type { Event } from '#contract/events/events'
import { NBSP, formatNumber } from '../../../lib/text'
import { AccountAvatar } from '../../../parts/member/avatar'
import { Button } from '../../../ui/forms/button'
import { Card } from '../../../ui/layout/card'
import { useParticipantConversation } from '../participants/talk'
import { BANDS, QUESTIONS } from './questions'
import styles from './after.module.css'

const homeText = (home: number): string =>
  `${
    home === 0
      ? 'Personne n’a encore dit être bien rentré'
      : home === 1
        ? 'Un compte dit être bien rentré'
        : `${formatNumber(home)}${NBSP}comptes disent être bien rentrés`
  }. Ne pas répondre ne veut rien dire.`

/** For organizers: how many are home, and who did not come without a word. */
export const OrganizerCard = ({
  event,
  organizer: { home, absent, impressions },
}: {
  event: Event
  organizer: NonNullable<After['organizer']>
}) => {
  const { talk, dialog } = useParticipantConversation(event)
  return (
    <Card as="section" title="Pour les organisateurs">
      <p className={styles.text}>{homeText(home)}</p>
      <h3 className={styles.title}>La soirée, vue par les invités</h3>
      {impressions ? (
        <>
          <p className={styles.text}>
            {`D’après ${formatNumber(impressions.of)}${NBSP}réponses au moins. Ce n’est qu’une tendance, pour vous seuls.`}
          </p>
          <dl className={styles.bands}>
            {QUESTIONS.map(({ name, short }) => (
              <div key={name}>
                <dt>{short}</dt>
                <dd>{BANDS[impressions[name]]}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <p className={styles.text}>
          La tendance se lit à partir de trois réponses, jamais les réponses elles-mêmes.
        </p>
      )}
      {absent === null ? (
        <p className={styles.quiet}>
          {`Personne n’a été pointé à l’entrée${NBSP}: l’application ne sait pas qui est venu.`}
        </p>
      ) : absent.length === 0 ? (
        <p className={styles.quiet}>Tous les invités confirmés ont été pointés à l’entrée.</p>
      ) : (
        <>
          <h3 className={styles.title}>Pas pointés à l’entrée, sans avoir prévenu</h3>
          <p className={styles.text}>
            Vous seuls le lisez. Rien n’en est compté ni montré ailleurs.
          </p>
          <ul className={styles.rows}>
            {absent.map((guest) => (
              <li key={guest.participant_id} className={styles.row}>
                <AccountAvatar account={guest} size={44} />
                <b>{guest.account_handle}</b>
                <Button
                  size="sm"
                  aria-label={`Écrire à ${guest.account_handle}`}
                  onClick={() =>
                    talk({
                      id: guest.participant_id,
                      account_handle: guest.account_handle,
                      is_creator: false,
                      is_co_organizer: false,
                    })
                  }
                >
                  Écrire
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {dialog}
    </Card>
  )
}
