import { useSnapshot } from 'valtio'
import { ApiError } from '../../data/http/api'
import { session } from '../../data/session/session'
import { Button } from '../../ui/forms/button'
import { PublicPage } from '../../parts/form/public-page'
import { BackToLogin } from './back-to-login'
import styles from './session.module.css'

/** Whether the server refused the link itself: used up, too old, or not one of ours (cut in a mail, mistyped). */
export const isLinkRefused = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'token_invalid' ||
    error.code === 'join_link_invalid' ||
    error.status === 404 ||
    (Array.isArray(error.details) &&
      (error.details as { path?: string }[]).some((d) => d.path?.endsWith('.token'))))

/** Shown for a link that has expired, with ways to go on. */
export const LinkOver = ({
  text,
  action,
}: {
  text: string
  action: { label: string; href: string }
}) => {
  const { phase } = useSnapshot(session)
  const goesOn = action.href === '/login' || phase === 'signed-in'
  return (
    <PublicPage title="Ce lien n’est plus valable." footer={goesOn ? undefined : <BackToLogin />}>
      <p className={styles.intro} role="alert">
        {text}
      </p>
      <Button variant="primary" size="lg" block href={action.href}>
        {action.label}
      </Button>
    </PublicPage>
  )
}
