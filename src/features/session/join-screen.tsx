import { useState, type FormEvent } from 'react'
import { useData } from '../../data/http/cache'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { acceptJoinLink, readJoinLink, type JoinKind } from '#contract/profile/profile'
import type { Reply } from '#contract/route'
import { call } from '../../data/http/api'
import { serverMessageOf } from '../../data/http/api-error'
import { reloadMe, session } from '../../data/session/session'
import { storage } from '../../data/device/storage'
import { toast } from '../../data/state/toasts'
import { Alert } from '../../ui/feedback/alert'
import { Button } from '../../ui/forms/button'
import { Delayed } from '../../ui/feedback/delayed'
import { Spinner } from '../../ui/feedback/spinner'
import { PublicPage } from '../../parts/form/public-page'
import { LinkOver, isLinkRefused } from './link-over'
import { isToken } from './link-token'
import styles from './session.module.css'
import { useForm } from '../../parts/form/use-form'

const WORDS: Record<JoinKind, { title: string; text: (handle: string) => string }> = {
  partner: {
    title: 'Rejoindre votre couple',
    text: (h) => `${h} vous propose votre propre connexion, pour le compte de votre couple.`,
  },
  member: { title: 'Une invitation', text: (h) => `${h} vous invite à entrer en relation.` },
  event: {
    title: 'Une invitation à une sortie',
    text: (h) => `${h} vous invite à une sortie, et à entrer en relation.`,
  },
}

/** A signed-in person without an account: joins the couple's (`onJoin`), or makes one first. */
const NewMember = ({
  busy,
  onJoin,
  onContinue,
}: {
  busy: boolean
  onJoin: ((event: FormEvent) => void) | null
  onContinue: () => void
}) =>
  onJoin ? (
    <form className={styles.form} onSubmit={onJoin}>
      <Button type="submit" variant="primary" size="lg" block busy={busy}>
        Rejoindre le compte
      </Button>
    </form>
  ) : (
    <Button variant="primary" size="lg" block onClick={onContinue}>
      Continuer
    </Button>
  )

/** What can be done with an invitation, by whoever reads it: a member, a person without an account, a visitor. */
const Invitation = ({
  token,
  invitation,
}: {
  token: string
  invitation: Reply<typeof readJoinLink>
}) => {
  const { phase } = useSnapshot(session)
  const [, navigate] = useLocation()
  const [done, setDone] = useState(false)
  const form = useForm()
  const words = WORDS[invitation.kind]
  const keep = (path: string) => (): void => {
    storage.set('join_token', token)
    navigate(path)
  }
  const accept = async (): Promise<void> => {
    const { event_id } = await call(acceptJoinLink, { params: { token } })
    setDone(true)
    toast(`Vous êtes en relation avec ${invitation.inviter_handle}.`, {
      kind: 'success',
      durationMs: 5000,
    })
    navigate(event_id ? `/events/${event_id}` : '/connection', { replace: true })
  }
  const joinCouple = async (): Promise<void> => {
    await call(acceptJoinLink, { params: { token } })
    await reloadMe()
    // asks which of the two this login is
    navigate('/account/agreements', { replace: true })
  }
  return (
    <PublicPage
      title={words.title}
      isFirst={phase !== 'signed-in' && phase !== 'no-account'}
      intro={words.text(invitation.inviter_handle)}
    >
      <Alert>{form.error}</Alert>
      {phase === 'signed-in' ? (
        <form className={styles.form} onSubmit={form.submit(accept)}>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            block
            busy={form.busy}
            disabled={done || invitation.kind === 'partner'}
          >
            Accepter l’invitation
          </Button>
          {invitation.kind === 'partner' ? (
            <p className={styles.note}>
              Vous avez déjà un compte&nbsp;: ce lien est fait pour une personne qui n’en a pas.
            </p>
          ) : null}
          <Button href="/conversations" block>
            Plus tard
          </Button>
        </form>
      ) : phase === 'no-account' ? (
        <NewMember
          busy={form.busy}
          onJoin={invitation.kind === 'partner' ? form.submit(joinCouple) : null}
          onContinue={keep('/onboarding')}
        />
      ) : (
        <>
          <Button variant="primary" size="lg" block onClick={keep('/register')}>
            S’inscrire
          </Button>
          <Button block onClick={keep(`/login?redirect=${encodeURIComponent(`/join/${token}`)}`)}>
            J’ai déjà un compte
          </Button>
        </>
      )}
    </PublicPage>
  )
}

/**
 * An invitation link: a member accepts it here, a visitor registers or signs in first. Reading it
 * uses nothing up.
 */
export const JoinScreen = ({ token }: { token: string }) => {
  const { data, error, isLoading, mutate } = useData(isToken(token) ? ['join', token] : null, () =>
    call(readJoinLink, { params: { token } }),
  )
  if (!isToken(token) || (!data && isLinkRefused(error)))
    return (
      <LinkOver
        text="Cette invitation a été retirée, a déjà servi ou est trop ancienne. Demandez-en une nouvelle à la personne qui vous l’a envoyée."
        action={{ label: 'Continuer sans invitation', href: '/' }}
      />
    )
  if (isLoading)
    return (
      <PublicPage title="Invitation">
        <Delayed>
          <Spinner label="Chargement…" />
        </Delayed>
      </PublicPage>
    )
  if (error || !data)
    return (
      <PublicPage title="Invitation">
        <Alert>
          {serverMessageOf(error) ?? 'Impossible de lire ce lien. Vérifiez votre connexion.'}
        </Alert>
        <Button variant="primary" onClick={() => void mutate()}>
          Réessayer
        </Button>
        <Button href="/">Continuer sans invitation</Button>
      </PublicPage>
    )
  return <Invitation token={token} invitation={data} />
}
