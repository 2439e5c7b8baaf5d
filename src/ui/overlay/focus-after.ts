/**
 * Gives the keyboard to an element; where a dialog still fades out over it, as soon as that one is
 * closed: until then it takes none.
 */
export const focusAfterDialogs = (element: HTMLElement | null | undefined): void => {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[open]')
  if (dialog && !dialog.contains(element ?? null))
    dialog.addEventListener('close', () => focusAfterDialogs(element), { once: true })
  else element?.focus({ preventScroll: true })
}

/** Whether the focused element was removed. */
export const isFocusLost = (): boolean => {
  const active = document.activeElement
  return active === null || active === document.body || active instanceof HTMLDialogElement
}

/** The dialog that lies over an element and keeps the keyboard from it. */
const dialogOver = (element: HTMLElement): HTMLDialogElement | undefined => {
  const own = element.closest('dialog')
  return [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].find(
    (d) => d !== own && (!own || Number(d.style.zIndex) > Number(own.style.zIndex)),
  )
}

/**
 * After something that may have taken away what had the keyboard: then `find` names who gets it,
 * once no dialog lies over that.
 */
export const regainFocus = (find: () => HTMLElement | null | undefined): void => {
  const element = find()
  if (!element) return
  const dialog = dialogOver(element)
  if (dialog) dialog.addEventListener('close', () => regainFocus(find), { once: true })
  else if (isFocusLost()) element.focus({ preventScroll: true })
}
