import { useEffect, useRef, useState } from 'react'
import {
  closeOtherSessions,
  closeSession,
  listSessions,
  type OpenSession,
} from '#contract/session/security'
import { ApiError, call } from '../../data/http/api'
import { toast } from '../../data/state/toasts'
import { dateLong, dayTitle, timeLong } from '../../lib/dates'
import { NBSP, plural } from '../../lib/text'
import { Banner } from '../../ui/feedback/banner'
import { Button } from '../../ui/forms/button'
import { confirm } from '../../ui/overlay/confirm'
import { regainFocus } from '../../ui/overlay/focus-after'
import { IconComputer, IconDevice, IconLogout } from '../../ui/icons/settings'
import { Tag } from '../../ui/display/tag'
import { refusalText } from './say'
import styles from './settings.module.css'

const used = (at: string): string => {
  const day = dayTitle(at)
  return `Utilisée ${day.charAt(0).toLowerCase()}${day.slice(1)} vers ${timeLong(at)}`
}

const Row = ({
  session,
  busy,
  onClose,
}: {
  session: OpenSession
  busy: boolean
  onClose: () => void
}) => (
  <li className={styles.session}>
    {session.kind === 'computer' ? <IconComputer /> : <IconDevice />}
    <div>
      <b>{session.device}</b> {session.current ? <Tag tone="ok">Cet appareil</Tag> : null}
      <small>
        {session.current
          ? `Ouverte le ${dateLong(session.created_at)}`
          : `${used(session.last_used_at)}, ouverte le ${dateLong(session.created_at)}`}
      </small>
    </div>
    {session.current ? null : (
      <Button
        size="sm"
        variant="danger"
        busy={busy}
        aria-label={`Déconnecter ${session.device}`}
        onClick={onClose}
      >
        Déconnecter
      </Button>
    )}
  </li>
)

const confirmCloseAll = (): Promise<boolean> =>
  confirm({
    title: `Déconnecter tous les autres appareils${NBSP}?`,
    message: 'Il faudra s’y reconnecter. Cet appareil-ci reste connecté.',
    confirmLabel: 'Tout déconnecter',
    danger: true,
  })

/** The open sessions, and closing them. `heading` gets the focus of a button that went with its row. */
const useSessions = () => {
  const [sessions, setSessions] = useState<readonly OpenSession[] | null>(null)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState<string>()
  const load = (): Promise<void> =>
    call(listSessions, {}).then(
      (answer) => {
        setSessions(answer.sessions)
        setError(undefined)
      },
      (thrown: unknown) =>
        setError(refusalText(thrown, 'Vos sessions n’ont pas pu être chargées.')),
    )
  useEffect(() => void load(), [])
  const heading = useRef<HTMLHeadingElement>(null)
  const acted = useRef(false)
  useEffect(() => {
    // the pressed button has gone with its row
    if (acted.current) regainFocus(() => heading.current)
    acted.current = false
  }, [sessions])

  const act = async (what: string, work: () => Promise<string>): Promise<void> => {
    setBusy(what)
    try {
      toast(await work(), { kind: 'success' })
    } catch (thrown) {
      // closed meanwhile, from elsewhere: what was wanted is so
      if (!(thrown instanceof ApiError && thrown.status === 404))
        toast(
          refusalText(
            thrown,
            'L’appareil n’a pas pu être déconnecté. Vérifiez votre connexion, puis réessayez.',
          ),
          { kind: 'error' },
        )
    }
    acted.current = true
    await load()
    setBusy(undefined)
  }
  const closeOne = (s: OpenSession): Promise<void> =>
    act(s.id, async () => {
      await call(closeSession, { params: { id: s.id } })
      return 'Appareil déconnecté.'
    })
  const closeAll = async (): Promise<void> => {
    if (await confirmCloseAll())
      await act(
        'all',
        async () =>
          `${plural((await call(closeOtherSessions, {})).closed, 'appareil déconnecté', 'appareils déconnectés')}.`,
      )
  }
  return { sessions, error, busy, heading, load, closeOne, closeAll }
}

/** Where else this person is signed in: no place and no address, only what helps to recognise one's own devices. */
export const SessionsPart = () => {
  const { sessions, error, busy, heading, load, closeOne, closeAll } = useSessions()
  const others = sessions?.filter((s) => !s.current) ?? []
  return (
    <div className={styles.part}>
      <h3 ref={heading} tabIndex={-1}>
        Sessions ouvertes
      </h3>
      <p className={styles.quiet}>
        Les appareils où votre accès est ouvert. Un appareil que vous déconnectez s’arrête tout de
        suite, et ne reçoit plus aucune notification.
      </p>
      {error ? (
        <Banner tone="warn" action={{ label: 'Réessayer', onClick: () => void load() }}>
          {error}
        </Banner>
      ) : null}
      {sessions === null && !error ? (
        <p className={styles.quiet} role="status">
          Chargement…
        </p>
      ) : null}
      {sessions ? (
        <ul className={styles.sessions}>
          {sessions.map((s) => (
            <Row key={s.id} session={s} busy={busy === s.id} onClose={() => void closeOne(s)} />
          ))}
        </ul>
      ) : null}
      {others.length > 1 ? (
        <div className={styles.row}>
          <Button
            variant="danger"
            icon={<IconLogout size={18} />}
            busy={busy === 'all'}
            onClick={() => void closeAll()}
          >
            Déconnecter tous les autres
          </Button>
        </div>
      ) : null}
    </div>
  )
}
