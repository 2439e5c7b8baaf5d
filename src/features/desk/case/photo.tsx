import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { allowEvidencePhoto, openEvidencePhoto, type Evidence } from '#contract/staff/evidence'
import { NBSP } from '../../../lib/text'
import { useForm } from '../../../parts/form/use-form'
import { Alert } from '../../../ui/feedback/alert'
import { announce } from '../../../ui/feedback/announcer'
import { Button } from '../../../ui/forms/button'
import { TextField } from '../../../ui/forms/text-field'
import { IconEye, IconEyeOff } from '../../../ui/icons/media'
import { desk, staffCall } from '../state/desk'
import styles from './case.module.css'

const SUGGESTED = ['Examiner le signalement', 'Vérifier l’âge', 'Reconnaître la personne'] as const

const ReasonForm = ({
  onOpen,
  onCancel,
}: {
  onOpen: (reason: string) => Promise<void>
  onCancel: () => void
}) => {
  const [reason, setReason] = useState<string>(SUGGESTED[0])
  const form = useForm()
  return (
    <form
      className={styles.reason}
      aria-label="Voir la photo"
      noValidate
      onSubmit={form.submit(
        () => onOpen(reason.trim()),
        () => ({
          reason: reason.trim().length < 3 ? 'Dites en quelques mots pourquoi.' : undefined,
        }),
      )}
    >
      <TextField
        label="Pourquoi la regarder"
        value={reason}
        onChange={setReason}
        maxLength={200}
        list="desk-photo-reasons"
        hint="Cette raison est inscrite au journal."
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- asked for by the button that it replaces
        autoFocus
        {...form.field('reason')}
      />
      <datalist id="desk-photo-reasons">
        {SUGGESTED.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </datalist>
      <Alert>{form.error}</Alert>
      <div className={styles.buttons}>
        <Button size="sm" onClick={onCancel}>
          Annuler
        </Button>
        <Button size="sm" type="submit" variant="primary" busy={form.busy}>
          Voir
        </Button>
      </div>
    </form>
  )
}

type FrozenPhoto = Evidence['photos'][number]

/** Requests for a guarded photo, and the button that allows them. */
const Guard = ({
  id,
  photo,
  onChanged,
}: {
  id: string
  photo: FrozenPhoto
  onChanged: () => void
}) => {
  const form = useForm()
  const others = photo.asked.filter((one) => !one.mine)
  const allow = async (): Promise<void> => {
    await staffCall(allowEvidencePhoto, { params: { id, position: String(photo.position) } })
    announce('Accordé.')
    onChanged()
  }
  if (photo.allowed) return <p className={styles.quiet}>Accordé&nbsp;: vous pouvez la regarder.</p>
  return (
    <>
      {others.map((one) => (
        <p key={one.by} className={styles.quiet}>
          {one.by} voudrait la regarder&nbsp;: {one.reason}
        </p>
      ))}
      {others.length > 0 ? (
        <form onSubmit={form.submit(allow, () => ({}))}>
          <Button size="sm" type="submit" busy={form.busy}>
            Accorder
          </Button>
          <Alert>{form.error}</Alert>
        </form>
      ) : null}
      <p className={styles.quiet}>
        {photo.asked.length > others.length
          ? 'Votre demande attend l’accord d’une autre personne de l’équipe.'
          : 'Privée, ou peut-être d’une personne mineure\u00a0: on ne la regarde qu’à deux.'}
      </p>
    </>
  )
}

/** A frozen photo, blurred until a reason for viewing it is given. */
const Photo = ({
  id,
  photo,
  of,
  onChanged,
}: {
  id: string
  photo: FrozenPhoto
  of: number
  onChanged: () => void
}) => {
  const [state, setState] = useState<'blurred' | 'asking' | { url: string }>('blurred')
  const { phase } = useSnapshot(desk)
  // whoever sits down in between must ask again
  useEffect(() => {
    if (phase !== 'open') setState('blurred')
  }, [phase])
  const open = async (reason: string): Promise<void> => {
    const { url } = await staffCall(openEvidencePhoto, {
      params: { id, position: String(photo.position) },
      body: { reason },
    })
    setState(url === null ? 'blurred' : { url })
    if (url !== null) return
    announce('Demande envoyée. Une autre personne de l’équipe doit l’accorder.')
    onChanged()
  }
  const name = `Photo ${photo.position + 1} sur ${of}`
  if (typeof state === 'object')
    return (
      <figure className={styles.photo}>
        <img src={state.url} alt={name} className={styles.shown} />
        <Button size="sm" icon={<IconEyeOff />} onClick={() => setState('blurred')}>
          Masquer
        </Button>
      </figure>
    )
  return (
    <figure className={styles.photo}>
      <span className={styles.blurred}>
        <img src={photo.blurred} alt={`${name}, floutée`} />
      </span>
      {photo.guarded ? <Guard id={id} photo={photo} onChanged={onChanged} /> : null}
      {state === 'asking' ? (
        <ReasonForm onOpen={open} onCancel={() => setState('blurred')} />
      ) : (
        <Button size="sm" icon={<IconEye />} onClick={() => setState('asking')}>
          Voir la photo{of > 1 ? `${NBSP}${photo.position + 1}` : ''}
        </Button>
      )}
    </figure>
  )
}

export const EvidencePhotos = ({
  evidence,
  onChanged,
}: {
  evidence: Evidence
  onChanged: () => void
}) =>
  evidence.photos.length === 0 ? null : (
    <div className={styles.photos}>
      {evidence.photos.map((photo) => (
        <Photo
          key={photo.position}
          id={evidence.id}
          photo={photo}
          of={evidence.photos.length}
          onChanged={onChanged}
        />
      ))}
    </div>
  )
