import { Drawer } from '../../ui/overlay/drawer'
import { useMediaQuery } from '../../ui/layout/use-media-query'
import { OtherProfile, type ProfileSlots } from './view/other'

/** A member's profile over the page; the whole screen below 1280 px. */
export const ProfilePanel = ({
  id,
  slots,
  open,
  level,
  onClose,
}: {
  id: string
  slots: ProfileSlots
  open: boolean
  level: number
  onClose: () => void
}) => {
  const wide = useMediaQuery('(min-width: 1280px)')
  return (
    <Drawer open={open} level={level} onClose={onClose} title="Profil" size="md" full={!wide}>
      <OtherProfile id={id} slots={slots} inPanel />
    </Drawer>
  )
}
