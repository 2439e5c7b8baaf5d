import { useLocation } from 'wouter'
import { closeAll } from '../../data/state/panels'
import { toast } from '../../data/state/toasts'

/** Leaves all panels for a conversation that was just found or created. */
export const useOpenConversation = (): ((id: string) => Promise<void>) => {
  const [, navigate] = useLocation()
  return async (id) => {
    await closeAll()
    navigate(`/conversations/${id}`)
    toast('Conversation ouverte', { kind: 'success' })
  }
}
