import { useEffect, useRef } from 'react'
import { toast } from '../../data/state/toasts'
import { Button } from '../../ui/forms/button'
import { IconCopy } from '../../ui/icons/actions'
import styles from './settings.module.css'

/** Recovery codes, shown this once: the server keeps only their digests. */
export const Codes = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const copy = (): void =>
    void navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast('Codes copiés.', { kind: 'success' }),
      () => toast('La copie n’a pas été possible. Notez-les à la main.', { kind: 'error' }),
    )
  return (
    <section className={styles.codes} aria-labelledby="codes">
      <h4 id="codes" ref={title} tabIndex={-1}>
        Vos codes de secours
      </h4>
      <p>
        Notez-les maintenant et gardez-les loin de cet appareil&nbsp;: ils ne seront plus jamais
        affichés. Chacun remplace une fois votre clé d’accès.
      </p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.row}>
        <Button variant="ghost" icon={<IconCopy size={18} />} onClick={copy}>
          Copier
        </Button>
        <Button variant="primary" onClick={onClose}>
          Je les ai notés
        </Button>
      </div>
    </section>
  )
}
