import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { openEvidencePhoto, type Evidence } from '#contract/staff/evidence'
import { serverMessageOf } from '../../../data/http/api-error'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/forms/button'
import { IconEye, IconEyeOff } from '../../../ui/icons/media'
import { desk, staffCall } from '../state/desk'
import styles from './case.module.css'

const REASON = 'Comparer la photo avec le profil'
/** Photos of the profile beside the one that was taken; the others are opened one by one. */
const BESIDE = 3

/** The photo with the gesture beside those of the profile, by one tap; each look is logged. */
export const Comparison = ({ evidence }: { evidence: readonly Evidence[] }) => {
  const [urls, setUrls] = useState<readonly string[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { phase } = useSnapshot(desk)
  // whoever sits down in between must ask again
  useEffect(() => {
    if (phase !== 'open') setUrls(null)
  }, [phase])
  const photos = (['verification', 'profile'] as const).flatMap((kind) =>
    evidence
      .filter((one) => one.kind === kind)
      .flatMap((one) => one.photos.map(({ position }) => ({ id: one.id, position })))
      .slice(0, kind === 'profile' ? BESIDE : 1),
  )
  if (photos.length === 0) return null
  const drawn = evidence.find((one) => one.kind === 'verification')?.payload?.['gestures']
  const gestures: readonly unknown[] = Array.isArray(drawn) ? drawn : []
  const show = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      const opened = await Promise.all(
        photos.map(({ id, position }) =>
          staffCall(openEvidencePhoto, {
            params: { id, position: String(position) },
            body: { reason: REASON },
          }),
        ),
      )
      setUrls(opened.flatMap((one) => one.url ?? []))
    } catch (failure) {
      setError(serverMessageOf(failure) ?? 'Ces photos n’ont pas pu être ouvertes. Réessayez.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={styles.card} aria-label="Comparaison">
      <h3 className={styles.cardTitle}>Est-ce la même personne&nbsp;?</h3>
      <p>Gestes demandés&nbsp;: {gestures.join(', ')}.</p>
      <p className={styles.quiet}>
        La photo prise avec ces gestes vient la première. Regarder est inscrit au journal.
      </p>
      {urls ? (
        <div className={styles.comparison}>
          {urls.map((url, at) => (
            <img
              key={photos[at]?.id + String(at)}
              src={url}
              alt={at === 0 ? 'Photo prise avec le geste' : `Photo ${at} du profil`}
            />
          ))}
        </div>
      ) : null}
      <Alert>{error}</Alert>
      <div className={styles.buttons}>
        {urls ? (
          <Button size="sm" icon={<IconEyeOff />} onClick={() => setUrls(null)}>
            Masquer
          </Button>
        ) : (
          <Button size="sm" icon={<IconEye />} busy={busy} onClick={() => void show()}>
            Comparer les photos
          </Button>
        )}
      </div>
    </section>
  )
}
