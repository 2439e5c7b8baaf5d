import { Fragment } from 'react'
import styles from './unbroken.module.css'

/** A sentence that does not end a line inside «Créez-en» or «Ajoutez-en !»; its characters stay as they are. */
export const Unbroken = ({ text }: { text: string }) => (
  <>
    {text.split(/(\S*\p{L}-\p{L}\S*(?: [!?:;»])?)/u).map((part, i) =>
      // an address may be longer than the line
      i % 2 === 1 && !part.includes('@') ? (
        <span key={i} className={styles.whole}>
          {part}
        </span>
      ) : (
        <Fragment key={i}>{part}</Fragment>
      ),
    )}
  </>
)
