import { encodeQR } from 'qr'
import styles from './qr-code.module.css'

/** A link as a QR code, dark on white in both themes so that cameras can read it. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const data = encodeQR(text, 'raw', { ecc: 'medium', border: 3 })
  const size = data.length
  const path = data
    .map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
    .join('')
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#1b0f18" />
    </svg>
  )
}
