import { toast } from '../../../../data/state/toasts'

export const copyMessage = async (message: { readonly content: string }): Promise<void> => {
  try {
    await navigator.clipboard.writeText(message.content)
    toast('Message copié', { kind: 'success' })
  } catch {
    toast('Copie impossible sur cet appareil.', { kind: 'error' })
  }
}
