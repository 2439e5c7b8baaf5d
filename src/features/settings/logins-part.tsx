import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { endLogin, listLogins, type AccountLogin } from '#contract/session/security'
import { call } from '../../data/http/api'
import { logout, session } from '../../data/session/session'
import { closeAll } from '../../data/state/panels'
import { toast } from '../../data/state/toasts'
import { dateLong } from '../../lib/dates'
import { Banner } from '../../ui/feedback/banner'
import { Button } from '../../ui/forms/button'
import { IconCouple } from '../../ui/icons/people'
import { Tag } from '../../ui/display/tag'
import { AskPassword } from './ask-password'
import { refusalText } from './say'
import styles from './settings.module.css'
import { useFoldFocus } from './use-fold-focus'
import { isCouple } from '../../lib/couple'

const Row = ({ login, onEnd }: { login: AccountLogin; onEnd: (() => void) | null }) => (
  <li className={styles.session}>
    <IconCouple size={22} />
    <div>
      <b>{login.email}</b> {login.own ? <Tag tone="ok">Vous</Tag> : null}
      <small>
        {login.joined_at
          ? `A rejoint le compte le ${dateLong(login.joined_at)}`
          : 'A créé le compte'}
        {login.last_used_at && !login.own
          ? `, dernière visite le ${dateLong(login.last_used_at)}`
          : ''}
      </small>
    </div>
    {onEnd ? (
      <Button size="sm" variant="danger" data-opens="" onClick={onEnd}>
        {login.own ? 'Quitter' : 'Retirer'}
      </Button>
    ) : null}
  </li>
)

const EndForm = ({
  login,
  onDone,
  onCancel,
}: {
  login: AccountLogin
  onDone: () => Promise<void>
  onCancel: () => void
}) => {
  const end = async (password: string): Promise<void> => {
    await call(endLogin, { params: { id: login.id }, body: { password } }, { identity: 'none' })
    if (login.own) return logout()
    toast('Cette personne n’a plus accès au compte.', { kind: 'success' })
    await onDone()
  }
  return (
    <AskPassword
      label={login.own ? 'Quitter le compte' : `Retirer ${login.email}`}
      action={login.own ? 'Quitter le compte' : 'Retirer l’accès'}
      onSubmit={end}
      onCancel={onCancel}
    >
      <p className={styles.quiet}>
        {login.own
          ? 'Vous n’aurez plus accès à ce compte, à ses discussions ni à ses photos. L’autre personne le garde, et en sera prévenue par e-mail.'
          : 'Cette personne sera déconnectée partout et n’aura plus accès au compte. Elle en sera prévenue par e-mail.'}
      </p>
    </AskPassword>
  )
}

/** The logins of a couple's account, and how the second person gets one. */
export const LoginsPart = () => {
  const [logins, setLogins] = useState<readonly AccountLogin[]>([])
  const [error, setError] = useState<string>()
  const [ending, setEnding] = useState<AccountLogin>()
  const [, navigate] = useLocation()
  const load = (): Promise<void> =>
    call(listLogins, {}, { identity: 'none' }).then(
      (answer) => {
        setLogins(answer.logins)
        setError(undefined)
      },
      (thrown: unknown) =>
        setError(refusalText(thrown, 'Les accès au compte n’ont pas pu être chargés.')),
    )
  useEffect(() => void load(), [])
  const place = useFoldFocus(ending?.id ?? null)
  const own = logins.find((l) => l.own)
  const alone = logins.length === 1
  // a solo account is not shared
  const couple = isCouple(useSnapshot(session).account?.identities)
  if (logins.length < 2 && !error && !(alone && couple)) return null
  return (
    <>
      <hr className={styles.line} />
      <div ref={place} className={styles.part}>
        <h3>Accès au compte</h3>
        {logins.length === 0 ? null : (
          <p className={styles.quiet}>
            {alone
              ? 'Vous êtes la seule personne qui se connecte à ce compte. Votre moitié peut avoir son propre accès, avec son adresse et son mot de passe.'
              : 'Les personnes qui se connectent à ce compte partagé.'}
          </p>
        )}
        {error ? (
          <Banner tone="warn" action={{ label: 'Réessayer', onClick: () => void load() }}>
            {error}
          </Banner>
        ) : null}
        <ul className={styles.sessions}>
          {logins.map((login) => (
            <Row
              key={login.id}
              login={login}
              onEnd={
                !login.is_first && (login.own || own?.is_first) ? () => setEnding(login) : null
              }
            />
          ))}
        </ul>
        {alone ? (
          <Button onClick={() => void closeAll().then(() => navigate('/connection'))}>
            Créer l’accès de mon ou ma partenaire
          </Button>
        ) : null}
        {ending ? (
          <EndForm
            login={ending}
            onDone={async () => {
              await load()
              setEnding(undefined)
            }}
            onCancel={() => setEnding(undefined)}
          />
        ) : null}
      </div>
    </>
  )
}
