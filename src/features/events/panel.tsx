import { useEffect, useState } from 'react'
import type { PanelProps } from '../../data/state/panels'
import { Drawer } from '../../ui/overlay/drawer'
import { regainFocus } from '../../ui/overlay/focus-after'
import { EventView, type EventTab } from './event/event-view'

export { SharedEvents } from './list/shared'

/** An event over the page, full screen at any width. Escape, the cross and Back close it. */
export const EventPanel = ({ id, open, level, onClose }: PanelProps & { id: string }) => {
  const [tab, setTab] = useState<EventTab>('details')
  useEffect(() => {
    // an answer may have moved the card that opened it to another list
    if (!open) regainFocus(() => document.querySelector<HTMLElement>('main'))
  }, [open])
  return (
    <Drawer open={open} level={level} onClose={onClose} title="Sortie" size="lg" full headless>
      <EventView reference={id} tab={tab} onTab={setTab} onClose={onClose} inPanel />
    </Drawer>
  )
}
