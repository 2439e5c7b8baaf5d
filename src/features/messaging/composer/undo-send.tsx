import { useSnapshot } from 'valtio'
import { undoSend } from '../outbox/undo'
import { undoState } from '../outbox/undoable'
import styles from './composer.module.css'

/** For 5 seconds after a message was sent: takes it back. */
export const UndoSend = ({ id }: { id: string }) =>
  useSnapshot(undoState).byConversation[id] ? (
    <button
      type="button"
      className={styles.undo}
      aria-label="Annuler l’envoi"
      onClick={() => void undoSend(id).catch(() => undefined)}
    >
      Annuler
    </button>
  ) : null
