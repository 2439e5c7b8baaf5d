import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { ageState, browserAge, finishAge, startAge } from '#contract/session/age'
import type { Reply } from '#contract/route'
import { call } from '../../data/http/api'
import { serverMessageOf } from '../../data/http/api-error'
import { markFirstScreen } from '../../data/start/phases'
import { lazyPage } from '../../data/start/lazy-part'
import { useForm } from '../../parts/form/use-form'
import { Alert } from '../../ui/feedback/alert'
import { Spinner } from '../../ui/feedback/spinner'
import { Button } from '../../ui/forms/button'
import { useDesktop } from '../../ui/layout/use-media-query'
import { PublicPage } from '../../parts/form/public-page'
import { SignOut } from './sign-out'
import styles from './session.module.css'

const QrCode = lazyPage(() => import('../../parts/form/qr-code').then((m) => m.QrCode))

type Check = Reply<typeof startAge>
const POLL_MS = 2_000
const FAILED = 'La vérification n’a pas abouti. Réessayez.'

/** Everything that was refused is loaded again. */
const enter = (): void => location.replace('/conversations')

const Layout = ({ intro, children }: { intro: ReactNode; children?: ReactNode }) => (
  <PublicPage title="Plus de 18 ans&nbsp;?" intro={intro} footer={<SignOut />}>
    {children}
  </PublicPage>
)

/** What a provider sent the browser back with; null: nothing. */
const broughtBack = (): { id: string; over18: '1' | '0'; at: string; signature: string } | null => {
  const given = new URLSearchParams(location.search)
  const [id, at, signature] = ['state', 'at', 'signature'].map((name) => given.get(name))
  if (location.pathname !== '/age' || !id || !at || !signature) return null
  return { id, over18: given.get('over18') === '1' ? '1' : '0', at, signature }
}

/** Hands in the answer of a provider. */
const Returning = ({
  answer: { id, ...body },
  onAgain,
}: {
  answer: NonNullable<ReturnType<typeof broughtBack>>
  onAgain: (why: string) => void
}) => {
  useEffect(() => {
    history.replaceState(null, '', '/age')
    call(finishAge, { params: { id }, body }).then(
      ({ state }) => (state === 'passed' ? enter() : onAgain(REFUSED)),
      (error: unknown) => onAgain(serverMessageOf(error) ?? FAILED),
    )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- an answer counts once
  }, [])
  return (
    <Layout intro="Nous lisons la réponse…">
      <Spinner label="Vérification…" />
    </Layout>
  )
}
const REFUSED = 'La réponse dit que vous avez moins de 18 ans. Cet espace est réservé aux adultes.'

/** The answer of a wallet by the Digital Credentials API; null: the browser has none, or nothing came. */
const askBrowser = async ({ address }: Check, signal: AbortSignal): Promise<string | null> => {
  if (!('DigitalCredential' in globalThis)) return null
  const asked = new URL(address).searchParams
  const data = {
    response_type: 'vp_token',
    response_mode: 'dc_api',
    nonce: asked.get('nonce'),
    dcql_query: JSON.parse(asked.get('dcql_query') ?? '{}') as unknown,
  }
  const digital = { requests: [{ protocol: 'openid4vp-v1-unsigned', data }] }
  // no type of TypeScript's yet
  const options = { digital, signal, mediation: 'required' } as CredentialRequestOptions
  const got = await navigator.credentials.get(options).catch(() => null)
  const token = (got as { data?: { vp_token?: unknown } } | null)?.data?.vp_token
  return token === undefined ? null : JSON.stringify(token)
}

/** Asks the browser's own wallet while the link or the code is shown. */
const useBrowserWallet = (check: Check, onAgain: (why: string) => void): void => {
  useEffect(() => {
    const asking = new AbortController()
    const hand = async (): Promise<void> => {
      const token = await askBrowser(check, asking.signal)
      if (token === null || asking.signal.aborted) return
      const { state } = await call(browserAge, {
        params: { id: check.id },
        body: { vp_token: token },
      })
      if (state === 'passed') enter()
      else onAgain(REFUSED)
    }
    hand().catch((error: unknown) => onAgain(serverMessageOf(error) ?? FAILED))
    return () => asking.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each check
  }, [check])
}

/** A wallet posts to the server: the page polls for the outcome. */
const Wallet = ({ check, onAgain }: { check: Check; onAgain: (why: string) => void }) => {
  const desktop = useDesktop()
  useBrowserWallet(check, onAgain)
  useEffect(() => {
    const timer = setInterval(() => {
      call(ageState, { params: { id: check.id } }).then(
        ({ state }) => {
          if (state === 'passed') enter()
          if (state === 'refused') onAgain(REFUSED)
          if (state === 'expired') onAgain('Les cinq minutes sont passées.')
        },
        () => undefined,
      )
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [check, onAgain])
  return (
    <Layout
      intro={
        desktop
          ? 'Ouvrez votre portefeuille numérique sur votre téléphone, et visez ce code.'
          : 'Ouvrez votre portefeuille numérique\u00a0: il répond seulement oui ou non.'
      }
    >
      {desktop ? (
        <Suspense fallback={null}>
          <QrCode text={check.address} label="Code à lire avec votre portefeuille" />
        </Suspense>
      ) : (
        <Button variant="primary" size="lg" block href={check.address} target="_self">
          Ouvrir mon portefeuille
        </Button>
      )}
      <p className={styles.note} role="status">
        En attente de sa réponse…
      </p>
    </Layout>
  )
}

/** In place of the app until the member has proved to be an adult. */
export const AgeScreen = () => {
  useEffect(markFirstScreen, [])
  const [answer, setAnswer] = useState(broughtBack)
  const [check, setCheck] = useState<Check | null>(null)
  const [why, setWhy] = useState<string | null>(null)
  const form = useForm()
  const again = (reason: string): void => {
    setAnswer(null)
    setCheck(null)
    setWhy(reason)
  }
  const start = async (): Promise<void> => {
    setWhy(null)
    const started = await call(startAge, {})
    if (started.method === 'openid4vp-av') setCheck(started)
    else location.assign(started.address)
  }
  if (answer) return <Returning answer={answer} onAgain={again} />
  if (check) return <Wallet check={check} onAgain={again} />
  return (
    <Layout intro="Cet espace est réservé aux adultes. Un service extérieur, ou votre portefeuille numérique, le confirme sans dire qui vous êtes.">
      <form className={styles.form} noValidate onSubmit={form.submit(start, () => ({}))}>
        <p className={styles.note}>
          Nous gardons la réponse, le jour et le moyen&nbsp;: ni votre nom, ni votre date de
          naissance, ni aucun document.
        </p>
        <Alert>{why ?? form.error}</Alert>
        <Button type="submit" variant="primary" size="lg" block busy={form.busy}>
          {why ? 'Recommencer' : 'Confirmer mon âge'}
        </Button>
      </form>
    </Layout>
  )
}
