import { useLayoutEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { onTopLayerChange, topLayer } from './layers'
import styles from '../feedback/toast-stack.module.css'

/** moveBefore keeps running animations and live regions where `append` would start them again. */
type Movable = HTMLElement & { moveBefore?: (node: Node, child: Node | null) => void }

/**
 * A place above everything that works even while a modal dialog makes the page inert: it lives inside the
 * dialog on top, and moves when that changes. Its children keep their state.
 */
export function TopHost({ children }: { children: ReactNode }) {
  const [host] = useState(() => {
    const element = document.createElement('div')
    element.className = styles.host ?? ''
    element.popover = 'manual'
    return element
  })
  useLayoutEffect(() => {
    const show = (): void => {
      if (!host.isConnected) return
      host.hidePopover()
      host.showPopover()
    }
    const move = (): void => {
      const parent: Movable = topLayer() ?? document.body
      if (parent.moveBefore && host.isConnected) parent.moveBefore(host, null)
      else parent.append(host)
      // shown again, so that it is the last in the top layer; it takes no room and no clicks of its
      // own. In a task of its own: it styles the page, which the dialog that moves it does already
      setTimeout(show)
    }
    move()
    const leave = onTopLayerChange(move) // synchronous: it leaves a dialog before the dialog is removed
    return () => {
      leave()
      host.remove()
    }
  }, [host])
  return createPortal(children, host)
}
