/** Gives the keyboard to an element; where a dialog still fades out over it, as soon as that one is closed: until then it takes none. */
export const focusAfterDialogs = (element: HTMLElement | null | undefined): void => {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[open]')
  if (dialog && !dialog.contains(element ?? null)) dialog.addEventListener('close', () => focusAfterDialogs(element), { once: true })
  else element?.focus({ preventScroll: true })
}
