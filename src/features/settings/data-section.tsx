import { Suspense, useEffect, useRef, useState, type FormEvent } from 'react'
import { exportData } from '#contract/safety'
import { fetchFile } from '../../data/device/download'
import { lazyPart } from '../../data/start/lazy-part'
import { NBSP } from '../../lib/text'
import { Button } from '../../ui/forms/button'
import { Card } from '../../ui/layout/card'
import { IconDownload, IconTrash } from '../../ui/icons/actions'
import { PasswordField } from '../../ui/forms/password-field'
import { ProgressBar } from '../../ui/feedback/progress-bar'
import { refusalText } from './say'
import styles from './settings.module.css'
import { useFoldFocus } from './use-fold-focus'

const DeleteDialog = lazyPart(() => import('./delete-dialog').then((m) => m.DeleteDialog))

/** The archive is kept on this device for this long, in ms. */
const KEPT_MS = 600_000
const size = (bytes: number): string =>
  bytes < 1e6
    ? `${Math.max(1, Math.round(bytes / 1e3))}${NBSP}ko`
    : `${(bytes / 1e6).toFixed(1).replace('.', ',')}${NBSP}Mo`

type Archive =
  | { readonly at: 'none' | 'asked' | 'over' }
  | { readonly at: 'working'; readonly bytes: number }
  | { readonly at: 'ready'; readonly url: string; readonly bytes: number }

/** Everything that the member put here, as one file: password, progress, a link that lasts ten minutes. */
const useArchive = () => {
  const [archive, setArchive] = useState<Archive>({ at: 'none' })
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const work = useRef<AbortController | null>(null)
  const url = archive.at === 'ready' ? archive.url : null
  useEffect(() => {
    if (!url) return undefined
    const timer = setTimeout(() => setArchive({ at: 'over' }), KEPT_MS)
    return () => {
      clearTimeout(timer)
      URL.revokeObjectURL(url)
    }
  }, [url])
  useEffect(() => () => work.current?.abort(), [])
  const prepare = async (): Promise<void> => {
    setError(undefined)
    if (password === '') return setError('Saisissez votre mot de passe.')
    const ending = (work.current = new AbortController())
    setArchive({ at: 'working', bytes: 0 })
    try {
      const file = await fetchFile(
        exportData,
        { body: { password } },
        { signal: ending.signal, onBytes: (bytes) => setArchive({ at: 'working', bytes }) },
      )
      if (ending.signal.aborted) return
      setArchive({ at: 'ready', url: URL.createObjectURL(file), bytes: file.size })
      setPassword('')
    } catch (thrown) {
      if (ending.signal.aborted) return
      // the password is kept for another try
      setArchive({ at: 'asked' })
      setError(
        refusalText(
          thrown,
          'L’archive n’a pas pu être préparée. Vérifiez votre connexion, puis réessayez.',
        ),
      )
    }
  }
  return {
    archive,
    password,
    setPassword,
    error,
    prepare,
    ask: () => setArchive({ at: 'asked' }),
    forgive: () => setError(undefined),
    stop: () => {
      work.current?.abort()
      setPassword('')
      setError(undefined)
      setArchive({ at: 'none' })
    },
  }
}

type HeldArchive = ReturnType<typeof useArchive>

const PasswordForm = ({ password, setPassword, error, forgive, prepare, stop }: HeldArchive) => {
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void prepare()
  }
  return (
    <form className={styles.ask} onSubmit={submit} noValidate>
      <PasswordField
        label="Votre mot de passe"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={error}
        onEdit={forgive}
        hint="Pour que personne d’autre ne puisse emporter vos données."
        data-autofocus=""
      />
      <div className={styles.row}>
        <Button onClick={stop}>Annuler</Button>
        <Button type="submit" variant="primary">
          Préparer
        </Button>
      </div>
    </form>
  )
}

const ArchiveSteps = (held: HeldArchive) => {
  const { archive, ask, stop } = held
  switch (archive.at) {
    case 'asked':
      return <PasswordForm {...held} />
    case 'working':
      return (
        <div className={styles.ask}>
          <ProgressBar
            value={null}
            label={
              archive.bytes > 0
                ? `Préparation de l’archive… ${size(archive.bytes)}`
                : 'Préparation de l’archive…'
            }
          />
          <div className={styles.row}>
            <Button onClick={stop} data-autofocus="">
              Annuler
            </Button>
          </div>
        </div>
      )
    case 'ready':
      return (
        <div className={styles.ask} role="status">
          <p>
            Votre archive est prête. Le lien reste valable dix minutes, sur cet appareil seulement.
          </p>
          <div className={styles.row}>
            <Button
              variant="primary"
              icon={<IconDownload size={18} />}
              href={archive.url}
              data-autofocus=""
              download="mes-donnees.zip"
            >
              Télécharger ({size(archive.bytes)})
            </Button>
          </div>
        </div>
      )
    case 'none':
    case 'over':
      return (
        <div className={styles.ask}>
          {archive.at === 'over' ? (
            <p role="status">Le lien a expiré. Vous pouvez préparer l’archive à nouveau.</p>
          ) : null}
          <div className={styles.row}>
            <Button icon={<IconDownload size={18} />} data-opens="" onClick={ask}>
              Préparer mon archive
            </Button>
          </div>
        </div>
      )
  }
}

const ArchivePart = () => {
  const held = useArchive()
  const { at } = held.archive
  const place = useFoldFocus(at === 'none' || at === 'over' ? null : at)
  return (
    <div ref={place}>
      <ArchiveSteps {...held} />
    </div>
  )
}

/** «Données»: take everything away, or take oneself away. */
export const DataSection = () => {
  const [deleting, setDeleting] = useState(false)
  return (
    <Card as="section" label="Données">
      <div className="stack">
        <p className={styles.quiet}>
          Tout ce que vous avez mis ici, dans un seul fichier{NBSP}: profil, messages, photos,
          albums, notes, partages et sorties. Ce que les autres ont écrit reste à eux.
        </p>
        <ArchivePart />
        <hr className={styles.line} />
        <p className={styles.quiet}>
          Partir fait disparaître votre compte tout de suite, et l’efface pour de bon quatorze jours
          plus tard.
        </p>
        <div className={styles.row}>
          <Button variant="danger" icon={<IconTrash size={18} />} onClick={() => setDeleting(true)}>
            Supprimer mon compte
          </Button>
        </div>
      </div>
      <Suspense fallback={null}>
        {deleting ? <DeleteDialog onClose={() => setDeleting(false)} /> : null}
      </Suspense>
    </Card>
  )
}
