import { ArtError } from '../../ui/art/error'
import { Button } from '../../ui/forms/button'
import { EmptyState } from '../../ui/feedback/empty-state'

export const NotFoundScreen = () => (
  <EmptyState
    art={<ArtError />}
    level={1}
    title="Page introuvable"
    text="Cette adresse ne mène nulle part."
    action={
      <Button variant="primary" href="/conversations">
        Retour aux discussions
      </Button>
    }
  />
)
