/** Chromium offers to install the app once, early: kept for src/data/device/install.ts. */
export const captureInstallPrompt = (): void => {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    ;(globalThis as { installOffer?: Event }).installOffer = event
    dispatchEvent(new Event('installoffer'))
  })
}
