import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { NBSP, plural } from '../../../lib/text'
import { PeopleLine } from '../../../parts/photo/people-choice'
import { Button } from '../../../ui/forms/button'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconClose } from '../../../ui/icons/base'
import { useDesktop } from '../../../ui/layout/use-media-query'
import { ProgressBar } from '../../../ui/feedback/progress-bar'
import {
  PUBLIC_TARGET,
  cancelUpload,
  cancelUploads,
  isBusy,
  resumeUploads,
  retryUpload,
  uploads,
  type UploadStatus,
} from './uploads'
import styles from './uploads.module.css'

const WORDS = {
  waiting: 'En attente',
  converting: 'Préparation…',
  sending: 'Envoi…',
  offline: 'Réseau interrompu, reprise automatique',
  sent: 'Rangement…',
  failed: '',
  done: 'Ajoutée',
} as const satisfies Record<UploadStatus, string>

/** Uploads to one target: progress of each and of all, failures, retry and cancel. */
const Jobs = ({ target }: { target: string }) => {
  useEffect(() => void resumeUploads(), [])
  const jobs = useSnapshot(uploads).jobs.filter((j) => j.target === target)
  if (jobs.length === 0) return null
  const failed = jobs.filter((j) => j.status === 'failed')
  const busy = jobs.some(isBusy)
  const done = jobs.filter((j) => j.status === 'done').length
  const all =
    jobs.reduce((sum, j) => sum + (j.status === 'failed' ? 1 : j.progress), 0) / jobs.length
  return (
    <section className={styles.uploads} aria-label="Envoi des photos">
      <div className={styles.head}>
        {busy ? (
          <ProgressBar value={all} label={`${done}${NBSP}sur ${plural(jobs.length, 'photo')}`} />
        ) : (
          <p className={styles.title}>
            {plural(failed.length, 'photo')}{' '}
            {failed.length > 1 ? 'n’ont pas pu être envoyées' : 'n’a pas pu être envoyée'}
          </p>
        )}
        <div className={styles.acts}>
          {failed.length > 1 ? (
            <Button size="sm" onClick={() => failed.forEach((j) => retryUpload(j.id))}>
              Tout réessayer
            </Button>
          ) : null}
          <Button size="sm" variant="ghost" onClick={() => cancelUploads(target)}>
            {busy ? 'Tout annuler' : 'Fermer'}
          </Button>
        </div>
      </div>
      <ul className={styles.jobs}>
        {jobs
          .filter((j) => j.status !== 'done')
          .map((j) => (
            <li key={j.id}>
              <div className={styles.what}>
                <span className={styles.name}>{j.name}</span>
                {j.status === 'failed' ? (
                  <span className={styles.bad} role="alert">
                    {j.message}
                  </span>
                ) : (
                  <span className={styles.word}>{WORDS[j.status]}</span>
                )}
              </div>
              {j.status === 'failed' ? (
                <Button
                  size="sm"
                  onClick={() => retryUpload(j.id)}
                  aria-label={`Réessayer ${j.name}`}
                >
                  Réessayer
                </Button>
              ) : (
                <div>
                  <ProgressBar value={j.progress} label={j.name} labelHidden />
                </div>
              )}
              <IconButton
                size="sm"
                label={`Annuler ${j.name}`}
                icon={<IconClose size={16} />}
                onClick={() => cancelUpload(j.id)}
              />
            </li>
          ))}
      </ul>
    </section>
  )
}

/** Persons on the photos that are added, asked on a phone when some are; and the uploads. */
export const UploadList = ({ target }: { target: string }) => {
  const desktop = useDesktop()
  return (
    <>
      {desktop ? (
        <PeopleLine
          place={target === PUBLIC_TARGET ? 'public' : 'album'}
          label="Qui est sur les photos que vous ajoutez"
        />
      ) : null}
      <Jobs target={target} />
    </>
  )
}
