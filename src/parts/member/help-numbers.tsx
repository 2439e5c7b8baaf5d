import { NBSP } from '../../lib/text'
import styles from './help-numbers.module.css'

/** Public French numbers, free of charge. */
const NUMBERS = [
  ['112', 'tel:112', 'Danger immédiat, partout en Europe'],
  ['114', 'sms:114', 'Danger immédiat, par SMS, sans parler'],
  ['3919', 'tel:3919', 'Violences faites aux femmes, anonyme, jour et nuit'],
  ['116 006', 'tel:116006', 'France Victimes, chaque jour de l’année'],
] as const

export const HelpNumbers = () => (
  <ul className={styles.numbers}>
    {NUMBERS.map(([number, href, what]) => (
      <li key={number}>
        <a href={href}>{number.replace(' ', NBSP)}</a>
        <span>{what}</span>
      </li>
    ))}
  </ul>
)
