import type { PanelProps } from '../../data/state/panels'
import { Drawer } from '../../ui/overlay/drawer'
import { useMediaQuery } from '../../ui/layout/use-media-query'
import { OtherProfile, type ProfileSlots } from './view/other'

/** A member's profile over the page; the whole screen below 1280 px. */
export const ProfilePanel = ({
  id,
  album,
  at,
  slots,
  open,
  level,
  onClose,
}: PanelProps & {
  id: string
  album?: string | undefined
  at?: 'sharing' | undefined
  slots: ProfileSlots
}) => {
  const wide = useMediaQuery('(min-width: 1280px)')
  return (
    <Drawer open={open} level={level} onClose={onClose} title="Profil" size="md" full={!wide}>
      <OtherProfile id={id} album={album} at={at} slots={slots} inPanel />
    </Drawer>
  )
}
