import { Button } from '../../../ui/forms/button'
import { IconPlus } from '../../../ui/icons/actions'
import { IconEvents } from '../../../ui/icons/nav'
import { IconGroup } from '../../../ui/icons/people'
import styles from './list.module.css'

/** What else begins in «Nouvelle discussion» and in the search of the whole app. */
export const OtherStarts = ({
  onGroup,
  onPath,
}: {
  onGroup: () => void
  onPath: (path: string) => void
}) => (
  <div className={styles.others}>
    <Button variant="ghost" icon={<IconGroup />} onClick={onGroup}>
      Nouveau groupe
    </Button>
    <Button variant="ghost" icon={<IconEvents />} onClick={() => onPath('/events/new')}>
      Créer une sortie
    </Button>
    <Button variant="ghost" icon={<IconPlus />} onClick={() => onPath('/connection')}>
      Inviter quelqu’un
    </Button>
  </div>
)
