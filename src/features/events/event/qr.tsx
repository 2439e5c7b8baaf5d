import { useEffect, useRef, useState } from 'react'
import { ErrorState } from '../../../ui/feedback/error-state'
import { Spinner } from '../../../ui/feedback/spinner'
import { regainFocus } from '../../../ui/overlay/focus-after'
import styles from '../events.module.css'

/**
 * A QR code, dark on white in both themes because cameras read that best. The encoder is loaded on
 * first use.
 */
export const Qr = ({ value, label }: { value: string; label: string }) => {
  const [code, setCode] = useState<{ size: number; path: string } | null>(null)
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let gone = false
    setFailed(false)
    void import('qr')
      .then(({ encodeQR }) => {
        const data = encodeQR(value, 'raw', { ecc: 'medium', border: 2 })
        const path = data
          .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
          .join('')
        if (!gone) setCode({ size: data.length, path })
      })
      .catch(() => !gone && setFailed(true))
    return () => {
      gone = true
    }
  }, [value, tries])
  const place = useRef<HTMLDivElement>(null)
  const isOver = failed && !code
  // «Réessayer» goes once it is pressed
  useEffect(() => {
    if (tries > 0 && !isOver) regainFocus(() => place.current)
  }, [tries, isOver])
  return (
    <div ref={place} className={isOver ? undefined : styles.qr} tabIndex={-1}>
      {isOver ? (
        <ErrorState
          text="Le QR code n’a pas pu être préparé. Vérifiez votre connexion."
          onRetry={() => setTries(tries + 1)}
        />
      ) : code ? (
        <svg
          viewBox={`0 0 ${code.size} ${code.size}`}
          role="img"
          aria-label={label}
          shapeRendering="crispEdges"
        >
          <rect width={code.size} height={code.size} fill="#fff" />
          <path d={code.path} fill="#000" />
        </svg>
      ) : (
        <Spinner size={24} label="Préparation du code…" />
      )}
    </div>
  )
}
