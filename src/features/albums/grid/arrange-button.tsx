import { Button } from '../../../ui/forms/button'
import { IconDrag } from '../../../ui/icons/actions'
import { IconCheck } from '../../../ui/icons/base'

/** Switches a grid between opening and moving its photos. */
export const ArrangeButton = ({
  arranging,
  onChange,
}: {
  arranging: boolean
  onChange: (arranging: boolean) => void
}) => (
  <Button
    variant={arranging ? 'primary' : 'ghost'}
    icon={arranging ? <IconCheck size={18} /> : <IconDrag size={18} />}
    aria-pressed={arranging}
    onClick={() => onChange(!arranging)}
  >
    {arranging ? 'Terminer' : 'Déplacer'}
  </Button>
)
